// Requests to the server beside orders and messages: the state again, votes, and that the page looks.

import { toast } from "./notices.js";

/** @import {Command, Page, Press} from "../wire.d.ts" */

export class Asking {
  /**
   * @param {{connection: import("./connection.js").Connection, urls: Page["urls"], isOfTheGame: () => boolean,
   *   onPress: (press: Press) => void}} parts  isOfTheGame: whether the viewer plays, or sees all as the game master
   */
  constructor({ connection, urls, isOfTheGame, onPress }) {
    this.connection = connection;
    this.urls = urls;
    this.isOfTheGame = isOfTheGame;
    this.onPress = onPress;
    document.addEventListener("visibilitychange", () => this.look());
  }

  // Fetch state and talk: without a socket nothing comes by itself.
  async again() {
    const fetched = [this.urls.state, this.urls.press].map((address) => fetch(address).then((answer) => (answer.ok ? answer.json() : null)));
    const [state, press] = await Promise.all(fetched).catch(() => [null, null]);
    if (state) this.connection.receive({ type: "state", state });
    if (press) this.onPress(press);
  }

  /** Send a vote or another act of the dialog; show the reason of a refusal. @param {Command} command */
  async send(command) {
    const reply = await this.connection.send(command);
    if (reply.type === "refused") toast(reply.message);
  }

  // Viewers of the board need no notification of its events.
  look() {
    if (this.isOfTheGame() && !document.hidden) void this.connection.attempt({ type: "look" });
  }
}
