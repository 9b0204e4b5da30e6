// The row of powers: whose orders are written, or for whom units are placed.

import { h } from "../game/dom.js";

/** @typedef {{note: string, words: string, disabled: boolean, choose: () => unknown}} Shown note: under the emblem; words: for its name */

/** @param {Record<string, string>} powers @param {string} chosen @param {(code: string) => Shown} shownOf */
export const powerButtons = (powers, chosen, shownOf) =>
  Object.entries(powers).map(([code, name]) => {
    const { note, words, disabled, choose } = shownOf(code);
    const label = words ? `${name}: ${words}` : name;
    return h(
      "button",
      {
        type: "button",
        class: "sandbox-power",
        "data-whose": code,
        "aria-pressed": String(code === chosen && !disabled),
        "aria-label": label,
        title: label,
        disabled,
        onclick: choose,
      },
      h("span", { class: "emblem", "data-power": code, "aria-hidden": "true" }, name[0]),
      note ? h("span", { class: "sandbox-left", "aria-hidden": "true" }, note) : "",
    );
  });
