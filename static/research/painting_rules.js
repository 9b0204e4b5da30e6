/*
 * Hanging a painting: the world of docs/painting.md. Two agents hold it, each with legs and arms; a third may only ask.
 *
 * A position counts steps: x along the wall from the left, y away from it (0 is at the wall), arms from 0 to 2.
 */

/** @typedef {"bep" | "joan"} Holder */
/** @typedef {"stay" | "wall" | "away" | "left" | "right"} Legs */
/** @typedef {"keep" | "raise" | "lower"} Arms */
/** @typedef {{ legs: Legs | null, arms: Arms | null }} Asked null where nothing is asked or agreed */
/** @typedef {{ x: number, y: number, arms: number }} Place */
/**
 * @typedef {object} World
 * @property {Record<Holder, Place>} places
 * @property {Record<Holder, Asked>} agreed commitments for the next move
 * @property {number} moves made so far
 * @property {"" | "fallen" | "hung"} end
 */

/** @type {Holder[]} */
export const HOLDERS = ["bep", "joan"];
/** @type {Legs[]} */
export const LEGS = ["stay", "wall", "away", "left", "right"];
/** @type {Arms[]} */
export const ARMS = ["keep", "raise", "lower"];

export const WIDTH = 9;
export const DEPTH = 5;
export const HIGHEST = 2;
/** Places of the holders when it hangs: at the wall, on both sides of the nail. */
export const NAIL = 5;

/** @type {Record<Legs, [number, number]>} */
const STEPS = { stay: [0, 0], wall: [0, -1], away: [0, 1], left: [-1, 0], right: [1, 0] };
/** @type {Record<Arms, number>} */
const LIFTS = { keep: 0, raise: 1, lower: -1 };

/** The beginning. @returns {World} */
export function begin() {
  return {
    places: { bep: { x: 2, y: 2, arms: 1 }, joan: { x: 4, y: 2, arms: 1 } },
    agreed: { bep: { legs: null, arms: null }, joan: { legs: null, arms: null } },
    moves: 0,
    end: "",
  };
}

/** Why legs or arms cannot do it from there; "" if they can. @param {Place} place @param {Asked} asked */
export function hindrance({ x, y, arms }, asked) {
  if (asked.legs) {
    const [dx, dy] = STEPS[asked.legs];
    if (y + dy < 0) return "There is the wall.";
    if (y + dy >= DEPTH || x + dx < 0 || x + dx >= WIDTH) return "The room ends here.";
  }
  if (asked.arms) {
    if (arms + LIFTS[asked.arms] > HIGHEST) return "My arms do not go higher.";
    if (arms + LIFTS[asked.arms] < 0) return "My arms do not go lower.";
  }
  return "";
}

/**
 * The answer to a proposal: the world with the commitment, or the same one with a reason.
 * @param {World} world @param {Holder} holder @param {Asked} asked
 * @returns {{ world: World, accepted: boolean, why: string }}
 */
export function propose(world, holder, asked) {
  const mine = world.agreed[holder];
  const refused = (/** @type {string} */ why) => ({ world, accepted: false, why });
  if (world.end) return refused("It is over.");
  if (!asked.legs && !asked.arms) return refused("You ask for nothing.");
  if (asked.legs && mine.legs && asked.legs !== mine.legs) return refused("I have promised my legs otherwise.");
  if (asked.arms && mine.arms && asked.arms !== mine.arms) return refused("I have promised my arms otherwise.");
  const why = hindrance(world.places[holder], asked);
  if (why) return refused(why);
  const agreed = { legs: asked.legs ?? mine.legs, arms: asked.arms ?? mine.arms };
  return { world: { ...world, agreed: { ...world.agreed, [holder]: agreed } }, accepted: true, why: "" };
}

/** All an agent may do that keeps its commitments. @param {World} world @param {Holder} holder */
export function choices(world, holder) {
  const { legs, arms } = world.agreed[holder];
  return LEGS.flatMap((step) => ARMS.map((lift) => ({ legs: step, arms: lift }))).filter(
    (each) =>
      (!legs || each.legs === legs) && (!arms || each.arms === arms) && !hindrance(world.places[holder], each),
  );
}

/** Count the plans left to both holders, and those that keep the painting whole. @param {World} world */
export function odds(world) {
  const [bep, joan] = [choices(world, "bep"), choices(world, "joan")];
  const whole = bep.flatMap((one) => joan.filter((other) => isSame(one, other)));
  return { plans: bep.length * joan.length, whole: whole.length };
}

/**
 * Everybody acts at once; what nobody agreed on is drawn by chance.
 * @param {World} world @param {() => number} chance from 0 up to, not including, 1
 * @returns {{ world: World, done: Record<Holder, { legs: Legs, arms: Arms }> }}
 */
export function act(world, chance) {
  const drawn = (/** @type {Holder} */ holder) => {
    const all = choices(world, holder);
    return all[Math.floor(chance() * all.length)];
  };
  const done = { bep: drawn("bep"), joan: drawn("joan") };
  const places = { bep: moved(world.places.bep, done.bep), joan: moved(world.places.joan, done.joan) };
  const next = { ...begin(), places, moves: world.moves + 1 };
  return { world: { ...next, end: isSame(done.bep, done.joan) ? (hangs(places) ? "hung" : "") : "fallen" }, done };
}

/** @param {Place} place @param {{ legs: Legs, arms: Arms }} action @returns {Place} */
function moved({ x, y, arms }, { legs, arms: lift }) {
  return { x: x + STEPS[legs][0], y: y + STEPS[legs][1], arms: arms + LIFTS[lift] };
}

/** @param {{ legs: Legs, arms: Arms }} one @param {{ legs: Legs, arms: Arms }} other */
function isSame(one, other) {
  return one.legs === other.legs && one.arms === other.arms;
}

/** @param {Record<Holder, Place>} places */
function hangs({ bep, joan }) {
  return bep.y === 0 && bep.x === NAIL - 1 && joan.x === NAIL + 1 && bep.arms === HIGHEST;
}
