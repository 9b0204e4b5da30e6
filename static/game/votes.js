// The votes of a game: what can be voted for, what is voted on, and the answer that is awaited from me.

import { byId, h } from "./dom.js";
import { listed } from "../talk/values.js";

/** @import {Motion, VoteFacts} from "../wire.d.ts" */
/** @typedef {"yes" | "no" | ""} Answer */

/** Voters for a motion, as far as they may be known: "France votes", "France and Turkey vote", "Somebody votes".
 * @param {Motion} motion @param {(power: string) => string} name */
export function movers(motion, name) {
  if (!motion.agreed.length || (motion.hidden && motion.mine !== "yes")) return "Somebody votes";
  const named = motion.agreed.map(name).sort((one, other) => Number(other === "You") - Number(one === "You"));
  return `${listed(named)} ${named.length > 1 || named[0] === "You" ? "vote" : "votes"}`;
}

/** State of a motion in sentences. @param {Motion} motion @param {(power: string) => string} name @returns {string[]} */
export function standing(motion, name) {
  const sentences = [`${movers(motion, name)} for ${motion.noun}.`];
  for (const why of new Set(motion.refused.map((each) => each.why))) {
    const same = motion.refused.filter((each) => each.why === why);
    const names = same.map(({ power }) => (power ? name(power) : "Somebody"));
    const several = names.length > 1 || names[0] === "You";
    if (!why) sentences.push(`${listed(names)} ${several ? "say" : "says"} no.`);
    else sentences.push(`${listed(names)} ${several ? "want" : "wants"} to play on: ${several ? same[0].many : why}.`);
  }
  if (motion.hidden) sentences.push("What other players answer is hidden.");
  else if (motion.awaited.length) sentences.push(`Not answered yet: ${listed(motion.awaited.map((power) => (name(power) === "You" ? "you" : name(power))))}.`);
  return sentences;
}

export class Votes {
  /**
   * onVote(vote, choice, answer) answers one choice of a vote; "" withdraws my answer.
   * @param {{powers: Record<string, string>, onVote: (vote: string, choice: string, answer: Answer) => void}} parts
   */
  constructor({ powers, onVote }) {
    this.powers = powers;
    this.onVote = onVote;
    this.me = this.shown = "";
    /** @type {Set<string>} the powers picked for a choice of several */
    this.picked = new Set();
    /** @type {{facts: VoteFacts, motion: Motion} | null} what awaits my answer */
    this.asked = null;
    byId("motion-yes").addEventListener("click", () => this.answer("yes"));
    byId("motion-no").addEventListener("click", () => this.answer("no"));
  }

  /** @param {VoteFacts[]} votes @param {string} me */
  show(votes, me) {
    const now = JSON.stringify([votes, me]);
    if (now === this.shown) return; // the focus, and a list that is open, stay
    this.shown = now;
    this.me = me;
    this.draw(votes);
    const waiting = votes.flatMap((facts) => facts.motions.filter((motion) => facts.can && motion.awaited.includes(me)).map((motion) => ({ facts, motion })));
    this.asked = waiting[0] ?? null;
    byId("motion").hidden = !this.asked;
    if (this.asked) byId("motion-words").textContent = `${movers(this.asked.motion, this.name)} for ${this.asked.motion.noun}.`;
  }

  /** @param {VoteFacts[]} votes */
  draw(votes) {
    byId("table-votes").replaceChildren(...votes.map((facts) => this.section(facts, () => this.draw(votes))));
  }

  /** @param {Answer} answer */
  answer(answer) {
    if (this.asked) this.onVote(this.asked.facts.vote, this.asked.motion.choice, answer);
  }

  /** @param {string} power */
  name = (power) => (power === this.me ? "You" : this.powers[power]);

  /** @param {VoteFacts} facts @param {() => void} again */
  section(facts, again) {
    const title = `vote-${facts.vote}-title`;
    return h(
      "section",
      { class: "table-vote", "data-vote": facts.vote, "aria-labelledby": title },
      h("h3", { id: title, class: "title-card" }, facts.title),
      h("p", {}, facts.can ? facts.about : "Its players vote on this."),
      h("ul", { class: "table-motions" }, ...facts.motions.map((motion) => this.motion(facts, motion))),
      ...(facts.can ? this.choices(facts, again) : []),
    );
  }

  /** @param {VoteFacts} facts @param {Motion} motion */
  motion(facts, motion) {
    const button = (/** @type {string} */ words, /** @type {Answer} */ answer) =>
      h("button", { type: "button", class: "button button-outline button-small", onclick: () => this.onVote(facts.vote, motion.choice, answer) }, words);
    const buttons = motion.mine === "yes" ? [button("Take my vote back", "")] : [button("Agree", "yes"), ...(motion.mine === "no" ? [] : [button("Say no", "no")])];
    const may = facts.can && (motion.mine !== "" || motion.awaited.includes(this.me));
    return h("li", { class: "table-motion", "data-choice": motion.choice }, h("p", {}, standing(motion, this.name).join(" ")), ...(may ? [h("p", { class: "row" }, ...buttons)] : []));
  }

  /** @param {VoteFacts} facts @param {() => void} again */
  choices(facts, again) {
    const vote = (/** @type {string} */ choice, /** @type {string} */ words) => {
      const on = facts.motions.some((motion) => motion.choice === choice && motion.mine === "yes");
      return h("button", { type: "button", class: "button button-outline button-small", "aria-pressed": String(on), "data-choice": choice, onclick: () => this.onVote(facts.vote, choice, on ? "" : "yes") }, words);
    };
    const alone = facts.choices.filter(({ group }) => !group).map(({ choice, words }) => vote(choice, words));
    const picked = facts.picks.filter((power) => this.picked.has(power));
    const some = picked.length > 1 && picked.length < facts.picks.length ? [vote(picked.join(" "), `Draw: ${listed(picked.map((power) => this.powers[power]))}`)] : [];
    const groups = [...new Set(facts.choices.map(({ group }) => group).filter(Boolean))];
    return [
      h("div", { class: "table-wish" }, ...alone, ...some),
      ...(facts.picks.length ? [this.picks(facts, again)] : []),
      ...groups.map((group) => this.group(facts, group)),
    ];
  }

  /** @param {VoteFacts} facts @param {() => void} again */
  picks(facts, again) {
    const toggle = (/** @type {string} */ power) => (this.picked.has(power) ? this.picked.delete(power) : this.picked.add(power), again());
    const box = (/** @type {string} */ power) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: this.picked.has(power), onchange: () => toggle(power) }), this.powers[power]);
    return h("ul", { class: "table-sharers", "aria-label": "Powers that would share it" }, ...facts.picks.map((power) => h("li", {}, box(power))));
  }

  /** @param {VoteFacts} facts @param {string} group */
  group(facts, group) {
    const id = `vote-${facts.vote}-${group.toLowerCase().replaceAll(" ", "-")}`;
    const list = /** @type {HTMLSelectElement} */ (h("select", { id, class: "input" }, h("option", { value: "" }, "…"), ...facts.choices.filter((each) => each.group === group).map(({ choice, words }) => h("option", { value: choice }, words))));
    const word = group.split(" ")[0];
    const send = h("button", { class: "button button-outline button-small" }, word);
    // Ending the game needs a second press, naming the chosen power.
    const ask = () => {
      send.textContent = list.value ? `${word} to ${list.selectedOptions[0].textContent}: press again` : word;
      send.dataset.asked = list.value;
    };
    const press = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!list.value || send.dataset.asked !== list.value) ask();
      else this.onVote(facts.vote, list.value, "yes");
    };
    list.addEventListener("change", () => ((send.textContent = word), delete send.dataset.asked));
    return h("form", { class: "table-wish", onsubmit: press }, h("label", { for: id }, group), list, send);
  }
}
