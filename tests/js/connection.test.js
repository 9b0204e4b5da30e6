// A page that was shown less than has happened asks again; one that is only a moment behind does not.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.addEventListener = () => {};
globalThis.document = /** @type {any} */ ({ hidden: false, addEventListener() {} });
const opened = [];
globalThis.WebSocket = /** @type {any} */ (
  class {
    static OPEN = 1;
    constructor(url) {
      this.url = url;
      this.readyState = 1;
      this.closed = false;
      opened.push(this);
    }
    addEventListener() {}
    close() {
      this.closed = true;
      this.readyState = 3;
    }
  }
);
const { Connection } = await import("../../static/game/connection.js");

const pong = (game, seat) => ({ type: "pong", news: { game, seat } });
const state = (game, seat) => ({ type: "state", state: { news: { game, seat } } });

function line() {
  const heard = { behind: 0 };
  const connection = new Connection({
    socketUrl: "ws://x/",
    commandUrl: "/command",
    token: "t",
    onFrame() {},
    onStatus() {},
    onBehind: () => (heard.behind += 1),
    news: { game: 4, seat: 2 },
    power: "FRA",
    upto: 0,
  });
  return { connection, heard };
}

function withSocket() {
  const { connection, heard } = line();
  connection.open();
  clearInterval(connection.beats);
  return { connection, heard, socket: opened.at(-1) };
}

for (const [what, news] of Object.entries({ game: pong(5, 2), seat: pong(4, 3) })) {
  test(`two beats behind in the ${what}, it opens the line anew`, () => {
    const { connection, socket, heard } = withSocket();
    connection.compare(news);
    assert.equal(socket.closed, false);
    connection.compare(news);
    assert.equal(socket.closed, true);
    clearTimeout(connection.timer);
    assert.equal(heard.behind, 0);
  });

  test(`two beats behind in the ${what} without a socket, it fetches`, () => {
    const { connection, heard } = line();
    connection.compare(news);
    assert.equal(heard.behind, 0);
    connection.compare(news);
    assert.equal(heard.behind, 1);
  });
}

test("what comes between two beats was on its way", () => {
  const { connection, socket } = withSocket();
  connection.compare(pong(5, 2));
  connection.receive(state(5, 2));
  connection.compare(pong(5, 2));
  connection.compare(pong(6, 2));
  assert.equal(socket.closed, false);
});

test("an answer that is older than what is shown means nothing", () => {
  const { connection, heard } = line();
  connection.compare(pong(1, 1));
  connection.compare(pong(1, 1));
  assert.equal(heard.behind, 0);
});

test("a line that comes back says the newest number of the talk that was shown", () => {
  const { connection } = withSocket();
  assert.equal(opened.at(-1).url, "ws://x/");
  connection.receive({ type: "press", press: { upto: 40 }, news: { game: 4, seat: 3 } });
  connection.receive({ type: "heard", message: { id: 41 }, news: { game: 4, seat: 4 } });
  connection.receive({ type: "state", state: { news: { game: 5, seat: 4 } } });
  connection.open();
  clearInterval(connection.beats);
  assert.equal(opened.at(-1).url, "ws://x/?talk=41&as=FRA");
});
