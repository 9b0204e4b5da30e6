// News for people looking elsewhere: title, badges on the page and the app, a soft sound.

import { findAll } from "./dom.js";

const QUIET_KEY = "quiet";
const NOTES = { talk: [659, 880], phase: [523, 659, 784], deadline: [784, 659] }; // Hz
/** @type {Record<keyof typeof NOTES, string>} */
const MARKS = { talk: "", phase: "New phase:", deadline: "Time is short:" };
const NOTE_SECONDS = 0.14;
const LOUDNESS = 0.06;

export class Alerts {
  /** @param {HTMLInputElement} control */
  constructor(control) {
    this.title = document.title;
    this.unread = 0;
    this.missed = "";
    /** @type {AudioContext | null} */
    this.audio = null;
    this.quiet = readQuiet();
    control.checked = !this.quiet;
    control.addEventListener("change", () => {
      this.quiet = !control.checked;
      writeQuiet(this.quiet);
      if (!this.quiet) this.sound("talk");
    });
    // Browsers let a page be heard only after somebody has touched it.
    addEventListener("pointerdown", () => this.wake(), { once: true });
    addEventListener("keydown", () => this.wake(), { once: true });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.missed = "";
      this.show();
    });
  }

  wake() {
    try {
      this.audio ??= new AudioContext();
    } catch {
      this.audio = null; // A browser without sound still shows the title.
    }
  }

  /** @param {string} title */
  setTitle(title) {
    this.title = title;
    this.show();
  }

  /** @param {number} unread */
  setUnread(unread) {
    this.unread = unread;
    this.show();
    for (const badge of findAll(document, "[data-unread]")) {
      badge.hidden = !unread;
      badge.textContent = unread > 99 ? "99+" : String(unread);
    }
    for (const words of document.querySelectorAll("[data-unread-words]")) words.textContent = unread ? `, ${unread} unread` : "";
    if (!unread) navigator.clearAppBadge?.()?.catch(() => {});
    else navigator.setAppBadge?.(unread)?.catch(() => {});
  }

  // Something has come: "talk", "phase" or, nearly, the "deadline".
  /** @param {keyof typeof NOTES} kind */
  tell(kind) {
    this.sound(kind);
    if (document.hidden && kind !== "talk") this.missed = MARKS[kind];
    this.show();
  }

  show() {
    const marks = [this.unread ? `(${this.unread})` : "", this.missed].filter(Boolean);
    document.title = [...marks, this.title].join(" ");
  }

  /** @param {keyof typeof NOTES} kind */
  sound(kind) {
    const { audio } = this;
    if (this.quiet || audio?.state !== "running") return;
    NOTES[kind].forEach((pitch, index) => {
      const start = audio.currentTime + index * NOTE_SECONDS;
      const [tone, gain] = [audio.createOscillator(), audio.createGain()];
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + 3 * NOTE_SECONDS);
      tone.connect(gain).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 3 * NOTE_SECONDS);
    });
  }
}

function readQuiet() {
  try {
    // Nothing is heard before somebody has asked for it.
    return localStorage.getItem(QUIET_KEY) !== "0";
  } catch {
    return true;
  }
}

/** @param {boolean} quiet */
function writeQuiet(quiet) {
  try {
    localStorage.setItem(QUIET_KEY, quiet ? "1" : "0");
  } catch {
    // Then it holds until the page is closed.
  }
}
