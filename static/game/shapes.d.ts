// Shapes that modules of the page of a game share and that do not come over the wire.

/** A place, in units of the board or in pixels of the frame it lies in. */
export interface Point {
  x: number;
  y: number;
}

/** The visible part of the board: the upper left corner of the frame in board units, and pixels per unit. */
export interface View extends Point {
  scale: number;
}

/** A box in pixels of the frame. weight: below 1 where hiding it matters less. */
export interface Box extends Point {
  width: number;
  height: number;
  weight?: number;
}

/** An action that a message on the page offers. */
export interface Action {
  label: string;
  run: () => unknown;
}

/** A choice in a unit's menu. key: the letter shown beside it. */
export interface Choice {
  id: string;
  label: string;
  key?: string;
  icon?: string;
  current?: boolean;
  pick: () => unknown;
}

/** The talk of a game, for modules that it imports itself. */
export type Talk = import("../talk/talk.js").Talk;
