// My messages that the server does not have yet.

import { waitingWords } from "../game/outbox.js";
import { keyOf } from "./values.js";

/** @import {Shown} from "./values.js" */

/**
 * @param {import("../game/outbox.js").Outbox} outbox
 * @param {{key: string, me: string | null, phase: string}} here
 * @returns {Shown[]}
 */
export function unsaid(outbox, { key, me, phase }) {
  const said = outbox.said.filter(({ command }) => keyOf([me ?? "", ...command.to]) === key);
  return said.map(({ mark, command, at, note, ...item }) => ({
    id: mark,
    conversation: key,
    speaker: me ?? "",
    hearers: command.to,
    mine: true,
    text: command.text || note,
    readback: "",
    act: "",
    understood: true,
    adds: false,
    level: null,
    reply_to: null,
    phase,
    at,
    waits: waitingWords(item),
  }));
}
