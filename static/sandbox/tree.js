// The tree of a sandbox as plain data: positions, the orders written on each, and what followed from them. Pure.
//
// A node is a position. Its `orders` are those written on it now; each child was made from it by orders of its own
// (`made`). `next` is the child one comes to by going forward. `open` tells whether the orders at `at` are being
// written, or their result is looked at: then the node has a `next`.

/** @typedef {Record<string, string[]>} Orders texts by power */
/** @typedef {Record<string, unknown>} Position in its JSON form */
/** @typedef {{parent: number | null, position: Position, made: Orders | null, orders: Orders, next: number | null, text?: string, marks?: string[]}} Node */
/** @typedef {{rules: string, nodes: Node[], at: number, open: boolean}} Tree */
/** @import {SandboxStart} from "../wire.d.ts" */

/** @param {Pick<SandboxStart, "rules" | "nodes" | "at">} start @returns {Tree} */
export function newTree({ rules, nodes, at }) {
  return { rules, nodes, at, open: nodes[at].next === null };
}

/** @param {Tree} tree */
export const here = (tree) => tree.nodes[tree.at];

// True if the orders are equal, in any sequence.
/** @param {Orders} orders */
const written = (orders) =>
  JSON.stringify(
    Object.entries(orders)
      .filter(([, texts]) => texts.length)
      .map(([power, texts]) => [power, [...texts].sort()])
      .sort(),
  );

/** Children of a node, oldest first. @param {Tree} tree @param {number} at */
export const childrenOf = (tree, at) => tree.nodes.flatMap((node, id) => (node.parent === at ? [id] : []));

/** The orders of a power are written anew. @param {Tree} tree @param {string} power @param {string[]} texts @returns {Tree} */
export function withOrders(tree, power, texts) {
  const nodes = tree.nodes.map((node, id) => (id === tree.at ? { ...node, orders: { ...node.orders, [power]: texts } } : node));
  return { ...tree, nodes };
}

/** The comment and the marks here are written anew. @param {Tree} tree @param {{text?: string, marks?: string[]}} notes @returns {Tree} */
export const withNotes = (tree, notes) => ({ ...tree, nodes: tree.nodes.map((node, id) => (id === tree.at ? { ...node, ...notes } : node)) });

/** Arrows and circles in a text like `PAR - BUR, MUN`; what names no place is left out. @param {string} text @param {Record<string, unknown>} places @returns {string[]} */
export function readMarks(text, places) {
  const found = text.toUpperCase().split(/[,;\n]/).map((part) => part.trim().split(/\s*-\s*/));
  const known = found.filter((each) => each.length < 3 && each.every((place) => place in places));
  return [...new Set(known.map((each) => (each.length === 2 && each[0] === each[1] ? each[0] : each.join(" - "))))].slice(0, 40);
}

/** A mark drawn once more is taken away. @param {string[]} marks @param {string} mark */
export const toggled = (marks, mark) => (marks.includes(mark) ? marks.filter((each) => each !== mark) : [...marks, mark].slice(-40));

/** The orders here were carried out and led to this position. @param {Tree} tree @param {Position} after @returns {Tree} */
export function resolved(tree, after) {
  const { at } = tree;
  const { orders } = here(tree);
  const known = childrenOf(tree, at).find((id) => written(tree.nodes[id].made ?? {}) === written(orders));
  const nodes = known === undefined ? [...tree.nodes, { parent: at, position: after, made: orders, orders: {}, next: null }] : [...tree.nodes];
  nodes[at] = { ...nodes[at], next: known ?? nodes.length - 1 };
  return { ...tree, nodes, open: false };
}

/** Orders are written here again: those that were carried out stand to be changed. @param {Tree} tree @returns {Tree} */
export function reopened(tree) {
  const node = here(tree);
  const made = node.next === null ? node.orders : (tree.nodes[node.next].made ?? {});
  return { ...tree, open: true, nodes: tree.nodes.map((each, id) => (id === tree.at ? { ...each, orders: made } : each)) };
}

/** A step back; the same tree where there is none. @param {Tree} tree @returns {Tree} */
export function back(tree) {
  const { parent, next } = here(tree);
  if (tree.open && next !== null) return { ...tree, open: false };
  return parent === null ? tree : { ...tree, at: parent, open: false };
}

/** A step forward; the same tree where there is none. @param {Tree} tree @returns {Tree} */
export function forward(tree) {
  const { next } = here(tree);
  if (next === null) return tree;
  return tree.open ? { ...tree, open: false } : { ...tree, at: next, open: tree.nodes[next].next === null };
}

/** Look at a position: back and forward then lead along its line. @param {Tree} tree @param {number} id @returns {Tree} */
export function goTo(tree, id) {
  const nodes = [...tree.nodes];
  for (let child = id, { parent } = nodes[id]; parent !== null; child = parent, { parent } = nodes[parent]) {
    nodes[parent] = { ...nodes[parent], next: child };
  }
  return { ...tree, nodes, at: id, open: nodes[id].next === null };
}

/** Take a position and all that follows from it away; its parent is looked at. @param {Tree} tree @param {number} id @returns {Tree} */
export function pruned(tree, id) {
  const { parent } = tree.nodes[id];
  if (parent === null) return tree;
  const gone = new Set([id]);
  tree.nodes.forEach((node, each) => node.parent !== null && gone.has(node.parent) && gone.add(each));
  const left = tree.nodes.flatMap((_, each) => (gone.has(each) ? [] : [each]));
  const number = (/** @type {number | null} */ each) => (each === null || gone.has(each) ? null : left.indexOf(each));
  const nodes = left.map((each) => ({ ...tree.nodes[each], parent: number(tree.nodes[each].parent), next: number(tree.nodes[each].next) }));
  return goTo({ ...tree, nodes }, left.indexOf(parent));
}

/**
 * The place of each position in the drawing: a column for each step, the first line in the first row, each variation in one of its own.
 * @param {Tree} tree @returns {{id: number, column: number, row: number}[]}
 */
export function layout(tree) {
  /** @type {{id: number, column: number, row: number}[]} */
  const places = [];
  let last = 0;
  const place = (/** @type {number} */ id, /** @type {number} */ column, /** @type {number} */ row) => {
    places.push({ id, column, row });
    childrenOf(tree, id).forEach((child, nth) => place(child, column + 1, nth ? ++last : row));
  };
  place(0, 0, 0);
  return places;
}

/** The positions that back and forward lead over. @param {Tree} tree @returns {number[]} */
export function lineOf({ nodes, at }) {
  /** @type {number[]} */
  const line = [];
  for (let id = /** @type {number | null} */ (at); id !== null; id = nodes[id].parent) line.unshift(id);
  for (let id = nodes[at].next; id !== null; id = nodes[id].next) line.push(id);
  return line;
}

/** The part of a tree that the server keeps. @param {Tree} tree */
export function shared({ rules, nodes, at }) {
  return { rules, position: nodes[0].position, at, nodes: nodes.map(({ parent, made, orders, text = "", marks = [] }) => ({ parent, made, orders, text, marks })) };
}

/** True if a tree kept by the browser has the shape that this module makes. @param {any} tree @returns {tree is Tree} */
export function isTree(tree) {
  return Boolean(tree && Array.isArray(tree.nodes) && tree.nodes[tree.at]?.position && typeof tree.open === "boolean");
}
