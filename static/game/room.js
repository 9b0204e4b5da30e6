// Lines of the room of a game: what happened around it, and what is said there to all.

import { h } from "./dom.js";
import { withMoments } from "../time.js";

/** @import {NoticeLine} from "../wire.d.ts" */

/** A line of the room: who says it, the words, and what one may do about it. @param {NoticeLine} line */
export function roomLine({ words, by, said, button, address }) {
  return [
    said && by ? h("b", {}, `${by[0].toUpperCase()}${by.slice(1)}: `) : "",
    h("span", {}, withMoments(words)),
    button ? h("a", { class: "button button-outline button-small", href: address }, button) : "",
  ];
}
