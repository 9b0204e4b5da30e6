// The provinces that a text names, lit on the map in the colour of whose each is.

const SVG = "http://www.w3.org/2000/svg";

export class Named {
  /** @param {import("../game/board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.layer = document.createElementNS(SVG, "g");
    this.layer.setAttribute("class", "layer named-places");
    board.layer("targets").after(this.layer);
    this.shown = "";
  }

  /** @param {Record<string, string>} places province -> power, or empty */
  show(places) {
    const shown = JSON.stringify(places);
    if (shown === this.shown) return;
    this.shown = shown;
    this.layer.replaceChildren(
      ...Object.entries(places).map(([place, power]) => {
        const wash = this.board.wash(place, "named-place");
        if (power) wash.setAttribute("data-power", power);
        wash.setAttribute("data-named", place);
        return wash;
      }),
    );
  }
}
