// Help around the text field while typing: marked names and unread words, named provinces lit on the map, and
// completions.
//
// The marks lie in a mirror behind the field, which shows the same text in the same places, unseen but for its marks.

import { h } from "../game/dom.js";
import { carried, pieces, placed, placesOf } from "./completing.js";
import { Completion } from "./completion.js";

/** @import {Reply, Stretch} from "../wire.d.ts" */

export class Typing {
  /**
   * ask: what may be typed after a text. onPlaces: the provinces that are named now, and whose each is.
   * @param {{field: HTMLInputElement, mirror: HTMLElement, ask: (text: string) => Promise<Reply>,
   *   onPlaces: (places: Record<string, string>) => void, onBegun: () => void}} parts onBegun: as for Completion
   */
  constructor({ field, mirror, ask, onPlaces, onBegun }) {
    this.field = field;
    this.mirror = mirror;
    this.onPlaces = onPlaces;
    this.text = "";
    /** @type {Stretch[]} */
    this.stretches = [];
    /** @type {{place: string, power: string} | null} */
    this.pointed = null;
    this.completion = new Completion({ field, ask, onBegun, onPoint: (word) => ((this.pointed = word), this.light()) });
    field.addEventListener("scroll", () => this.follow(), { passive: true });
    new ResizeObserver(() => this.follow()).observe(field);
  }

  /**
   * Show what now stands in the field. stretches: of this text, null where it was not read yet.
   * @param {{text: string, stretches: Stretch[] | null, key: string}} now key: of the conversation
   */
  show({ text, stretches, key }) {
    this.stretches = stretches ? placed(stretches, text) : carried(this.stretches, this.text, text);
    this.text = text;
    this.mirror.replaceChildren(...pieces(text, this.stretches).map(piece));
    this.follow();
    this.light();
    this.completion.changed(key);
  }

  // True if the caret is inside a sentence that can be completed.
  get goesOn() {
    return this.completion.isBegun;
  }

  light() {
    this.onPlaces(placesOf([...this.stretches, ...(this.pointed ? [this.pointed] : [])]));
  }

  // The mirror keeps to the field: as wide as its lines, and scrolled as far.
  follow() {
    this.mirror.style.width = `${this.field.clientWidth}px`;
    this.mirror.scrollTop = this.field.scrollTop;
  }
}

/** @param {{text: string, stretch: Stretch | null}} piece */
function piece({ text, stretch }) {
  if (!stretch) return text;
  const { kind, power, unread } = stretch;
  return h("span", { class: `typed-mark is-${kind}${unread ? " is-unread" : ""}`, "data-power": power || null }, text);
}
