// What I said in a conversation and the server does not have yet, as messages.

import { waitingWords } from "../game/outbox.js";
import { keyOf } from "./values.js";

/** @param {import("../game/outbox.js").Outbox} outbox */
export function unsaid(outbox, { key, me, phase }) {
  const said = outbox.said.filter(({ command }) => keyOf([me, ...command.to]) === key);
  return said.map(({ mark, command, at, note, ...item }) => ({
    id: mark,
    conversation: key,
    speaker: me,
    hearers: command.to,
    mine: true,
    text: command.text || note,
    readback: "",
    act: "",
    understood: true,
    phase,
    at,
    waits: waitingWords(item),
  }));
}
