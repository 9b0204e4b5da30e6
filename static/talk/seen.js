// Tells the server what I have read: the last message of a conversation, once it has been in sight for a moment.

/** @import {Conversation, Press} from "../wire.d.ts" */

const SEEN_AFTER_MS = 400;

export class Seen {
  /**
   * @param {{isSeen: (key: string) => boolean, connection: import("../game/connection.js").Connection,
   *   onPress: (press: Press | null) => void}} parts isSeen: whether this conversation is before my eyes
   */
  constructor({ isSeen, connection, onPress }) {
    this.isSeen = isSeen;
    this.connection = connection;
    this.onPress = onPress;
    /** @type {Map<string, number>} */
    this.upTo = new Map();
    this.timer = 0;
  }

  /**
   * This conversation is before my eyes, with this last message; or none is.
   * @param {Conversation | null | undefined} conversation
   * @param {number | null | undefined} last
   */
  look(conversation, last) {
    clearTimeout(this.timer);
    if (!conversation?.unread || !last || this.upTo.get(conversation.key) === last) return;
    this.timer = setTimeout(() => this.tell(conversation, last), SEEN_AFTER_MS);
  }

  /** @param {Conversation} conversation @param {number} upto */
  async tell({ key, powers }, upto) {
    if (!this.isSeen(key)) return;
    this.upTo.set(key, upto);
    const reply = await this.connection.send({ type: "seen", with: powers, upto });
    if (reply.type === "press") this.onPress(reply.press);
    else this.upTo.delete(key);
  }
}
