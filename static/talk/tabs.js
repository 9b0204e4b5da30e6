// The conversations to choose from: tabs in one row for everybody and for each power, a menu for those of several.

import { byId, childrenOf, details, find, focused, h, settle } from "../game/dom.js";
import { emblem } from "./bubbles.js";

const MOST = 99;
/** @param {number} unread */
const count = (unread) => (unread > MOST ? `${MOST}+` : String(unread));

/** @import {Conversation} from "../wire.d.ts" */
/** @import {Company} from "./company.js" */

export class Tabs {
  // onChoose(key, {focus}) opens a conversation.
  /** @param {{onChoose: (key: string, how?: {focus: boolean}) => void}} parts */
  constructor({ onChoose }) {
    this.onChoose = onChoose;
    this.list = byId("talk-tabs");
    /** @type {Conversation[]} */
    this.tabs = [];
    /** @type {string | null} */
    this.active = null;
    /** @type {string | null} */
    this.beside = null;
    /** @type {Company | null} */
    this.company = null;
    this.list.addEventListener("keydown", (event) => this.onKey(event));
  }

  // beside: the phase of a game that is over which the board shows; where something was said in it is marked.
  // company: who is writing.
  /** @param {Conversation[]} tabs @param {string | null} active @param {string | null} beside @param {Company | null} company */
  show(tabs, active, beside = null, company = null) {
    const moved = active !== this.active;
    Object.assign(this, { tabs, active, beside, company });
    const from = this.list.contains(focused()) ? focused()?.dataset.key : null;
    const old = new Map(childrenOf(this.list).map((tab) => [tab.dataset.key, tab]));
    const row = this.row;
    const several = tabs.filter((tab) => !row.includes(tab));
    settle(this.list, row.map((tab) => become(old.get(tab.key), this.tab(tab))));
    if (from) this.focus(from);
    if (moved) this.chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.showSeveral(several);
  }

  // Those that have a tab; the others stand in the menu.
  get row() {
    return this.tabs.filter((tab) => tab.kind === "all" || (tab.kind === "pair" && tab.to.length === 1));
  }

  /** @param {Conversation[]} several */
  showSeveral(several) {
    const unread = several.reduce((sum, tab) => sum + tab.unread, 0);
    const badge = byId("group-unread");
    badge.hidden = !unread;
    badge.textContent = count(unread);
    byId("group-menu-name").textContent = unread ? `Group conversations, ${unread} unread` : "Group conversations";
    const list = byId("group-list");
    const old = new Map(childrenOf(list).map((row) => [row.dataset.key, row]));
    settle(list, several.map((tab) => become(old.get(tab.key), this.entry(tab))));
  }

  /** @param {Conversation} tab */
  entry(tab) {
    const chosen = tab.key === this.active;
    return h(
      "button",
      {
        type: "button",
        id: `tab-${tab.key}`,
        class: `menu-row group-row${chosen ? " is-current" : ""}`,
        "data-key": tab.key,
        "aria-current": String(chosen),
        "aria-label": this.facts(tab),
        onclick: () => {
          details("group-menu").open = false;
          this.onChoose(tab.key);
        },
      },
      h("span", { class: "talk-faces" }, tab.to.map((power) => emblem(power, "emblem-small"))),
      h("span", { class: "group-name" }, tab.title),
      tab.unread ? h("span", { class: "badge", "aria-hidden": "true" }, count(tab.unread)) : "",
      tab.open && !tab.unread ? h("span", { class: "chip chip-warn" }, "to answer") : "",
      this.spoke(tab) ? h("span", { class: "talk-due talk-spoke", "aria-hidden": "true" }) : "",
    );
  }

  /** @param {Conversation} tab */
  does(tab) {
    return tab.kind === "pair" ? (this.company?.does(tab.to[0]) ?? "") : "";
  }

  /** @param {Conversation} tab */
  facts(tab) {
    return [tab.title, this.does(tab), tab.unread ? `${tab.unread} unread` : "", tab.open ? `${tab.open} to answer` : "", this.spoke(tab) ? "written in this phase" : ""].filter(Boolean).join(", ");
  }

  get chosen() {
    return this.list.querySelector("[aria-selected=true]");
  }

  focus(key = this.active) {
    find(this.list, `[data-key="${key}"]`)?.focus();
  }

  /** @param {Conversation} tab */
  tab(tab) {
    const chosen = tab.key === this.active;
    const does = this.does(tab);
    const faces = tab.kind === "all" ? [] : tab.to.map((power) => emblem(power, tab.to.length > 1 ? "emblem-small" : ""));
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${tab.key}`,
        class: `tab talk-tab is-${tab.kind}`,
        "data-key": tab.key,
        "aria-selected": String(chosen),
        "aria-controls": "talk-panel",
        "aria-label": this.facts(tab),
        title: [tab.title, does].filter(Boolean).join(", "),
        tabindex: chosen ? "0" : "-1",
        onclick: () => this.onChoose(tab.key),
      },
      tab.kind === "all" ? h("span", { "aria-hidden": "true" }, chosen ? "Everybody" : "All") : h("span", { class: "talk-faces" }, faces),
      chosen && tab.to.length === 1 ? h("span", { class: "tab-name", "aria-hidden": "true" }, tab.title) : "",
      does ? h("span", { class: "tab-does", "aria-hidden": "true" }, "…") : "",
      tab.unread ? h("span", { class: "badge", "aria-hidden": "true" }, count(tab.unread)) : "",
      tab.open && !tab.unread ? h("span", { class: "talk-due", "aria-hidden": "true" }) : "",
      this.spoke(tab) ? h("span", { class: "talk-due talk-spoke", "aria-hidden": "true" }) : "",
    );
  }

  /** @param {Conversation} tab */
  spoke(tab) {
    return Boolean(this.beside && tab.phases.includes(this.beside));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { row } = this;
    const at = row.findIndex((tab) => tab.key === this.active);
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: row.length - 1 };
    if (!(event.key in steps)) return;
    const to = row.at(steps[event.key] % row.length);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.onChoose(to.key, { focus: true });
  }
}

// The tab or row that is there already made what the fresh one is: a click that is under way on it is not lost.
/** @param {HTMLElement | undefined} tab @param {HTMLElement} fresh */
function become(tab, fresh) {
  if (!tab) return fresh;
  for (const { name, value } of fresh.attributes) tab.setAttribute(name, value);
  tab.replaceChildren(...fresh.childNodes);
  return tab;
}
