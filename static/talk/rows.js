// The rows of the conversation that is shown: its messages, what waits to be sent, and what its buttons do.

import { conversation } from "./bubbles.js";
import { unsaid } from "./unsaid.js";
import { turnWords } from "./values.js";

/** @import {Press} from "../wire.d.ts" */
/** @import {Talk} from "../game/shapes.d.ts" */

/** @param {Talk} talk @param {Press} press @param {string} key */
export function rowsOf(talk, press, key) {
  return conversation([...talk.messages, ...unsaid(talk.outbox, { key, me: talk.me, phase: talk.state?.game.phase ?? "" })], {
    me: talk.me,
    names: talk.names,
    company: talk.company,
    sheet: talk.state?.sheet,
    places: talk.page.places,
    drawn: talk.deals.offers.drawn,
    freshFrom: talk.freshFrom,
    found: talk.found,
    room: talk.conversation.kind === "all" ? talk.state?.table.notices : [],
    beside: talk.beside,
    phase: talk.state?.game.phase ?? "",
    canTalk: press.can_talk,
    bound: (id) => press.promises.some((promise) => promise.message === id),
    turn: (phase) => turnWords(talk.page.words, phase),
    on: {
      answer: (message, act) => talk.deals.answer(message, act),
      counter: (message) => talk.composer.write(message.card.edit, { instead: { message: message.id, act: "reject" } }),
      chip: (message, chip) => talk.pickChip(message, chip),
      mend: ({ id, text, card }) => talk.composer.write(text, { instead: card ? { message: Number(id), act: "withdraw" } : null }),
      draw: (message) => talk.deals.draw(message),
    },
  });
}
