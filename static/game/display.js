// Display options of boards: kept in cookies, because the server draws them.

import { byId, input } from "./dom.js";

const A_YEAR = 31536000; // seconds

/** Style of boards, as the server names it: labels and hatching. */
export const drawnAs = () => `${input("display-labels").value}:${input("display-hatching").checked ? 1 : 0}`;

// onChange: the boards that were fetched are drawn in another way now.
/** @param {() => void} onChange */
export function keepDisplay(onChange) {
  /** @param {string} name @param {string} value */
  const keep = (name, value) => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `${name}=${value}; path=/; max-age=${A_YEAR}; samesite=lax${secure}`;
    onChange();
  };
  byId("display-labels").addEventListener("change", () => keep("board_labels", input("display-labels").value));
  byId("display-hatching").addEventListener("change", () => keep("board_hatching", input("display-hatching").checked ? "1" : "0"));
  byId("display").addEventListener("submit", (event) => event.preventDefault());
}
