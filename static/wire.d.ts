// Made by `python -m frontend.wire` from frontend/wire/*.py: change those, then make it again.

/** An order I have promised for the phase now played. place, words: for a row of the list. promise: the line of the
ledger; orders of the same line are a choice, any one of them keeps it. written: whether my sheet has it already. */
export interface AgreedOrder {
  message: number;
  place: string;
  promise: number;
  sentence: string;
  text: string;
  to: Array<string>;
  words: string;
  written: boolean;
}

/** `{"type": "answer", "message": 41, "act": "accept"}`: answer the proposal in that message, or take it back. */
export interface AnswerCommand {
  type: "answer";
  message: number;
  act: string;
  ref?: number | null;
  mark?: string;
}

/** Verdict on an order that was only asked about. */
export interface AnswerReply {
  legal: boolean;
  message: string;
  ref?: number;
  type: "answer";
}

/** `{"type": "ask", "phase": "S1901M", "text": "A PAR - LON", "ref": 4}`: would this order do? Changes nothing. */
export interface AskCommand {
  type: "ask";
  phase: string;
  text: string;
  ref?: number | null;
}

/** `{"type": "cancel", "phase": "S1901M", "unit": "PAR", "ref": 2}`: take a unit's order back. */
export interface CancelCommand {
  type: "cancel";
  phase: string;
  unit: string;
  ref?: number | null;
  mark?: string;
}

/** One thing a text may mean. english: the read-back, "You propose peace with Germany.". blocked: why it may not be
said now, or empty (the rule, and what may be said). against: promises of mine in force that I could not keep beside
it, `peace with Russia`. */
export interface Candidate {
  act: string;
  against: Array<string>;
  blocked: string;
  english: string;
  l: string;
  level: number;
  orders: Array<CardOrder>;
}

/** A proposal on the table. terms: what it asks, thing by thing. answers: power -> accept | reject. can: what I
may do now. against: promises of mine that accepting goes against. note: its effect as a vote on the end, or empty.
edit: the proposal as a sentence from my side, for *Change it*. */
export interface Card {
  against: Array<string>;
  answers: Record<string, string>;
  can: Array<"accept" | "counter" | "reject" | "withdraw">;
  edit: string;
  english: string;
  note: string;
  orders: Array<CardOrder>;
  proposer: string;
  state: "accepted" | "cancelled" | "countered" | "open" | "rejected" | "withdrawn";
  terms: Array<CardTerm>;
}

/** An order a proposal holds. denied: whether it is forbidden ("do not ..."): draw it crossed. choice: whether it is
one of several that would do what the proposal asks, the first of them. */
export interface CardOrder {
  choice: boolean;
  denied: boolean;
  power: string;
  text: string;
}

/** One thing that a proposal asks. by: the power that is to do it, "" for what all agree on. text: a clause from my
point of view, `England will move its fleet in London to the North Sea`. */
export interface CardTerm {
  by: string;
  text: string;
}

/** Words for parts of codes. seasons: `S` -> `Spring`. stages: what follows a turn's name for each kind of phase,
`R` -> `, retreats`. coasts: `NC` -> `north coast`. */
export interface CodeWords {
  coasts: Record<string, string>;
  seasons: Record<string, string>;
  stages: Record<string, string>;
}

/** `{"type": "complete", "text": "will you sup", "to": ["GER"]}`: what may be typed next? Changes nothing. text: up
to where one types. */
export interface CompleteCommand {
  type: "complete";
  text: string;
  to: Array<string>;
  ref?: number | null;
}

/** One completion.

start: index of the character from which it replaces the typed text; at the text's end it follows after a blank.
place, power: as in a Stretch. */
export interface Completion {
  kind: "place" | "power" | "start" | "unit" | "word";
  place: string;
  power: string;
  start: number;
  text: string;
}

/** Completions, the likeliest first.

question: what is wanted, if only names fit ("Where?"). */
export interface CompletionsReply {
  completions: Array<Completion>;
  question: string;
  ref?: number;
  type: "completions";
}

/** key: its powers in alphabetical order, `ENG-FRA`. kind: pair, group, or all (everybody in the game).
title: "England", "England and Germany", "Everybody". to: whom a message here goes to. first, last: ids of
its first and last message. open: proposals that await MY answer. allowed: acts I may do here now. phases: where the
game is over, those in which something was said here. */
export interface Conversation {
  allowed: Array<string>;
  first: number | null;
  key: string;
  kind: "all" | "group" | "pair";
  last: number | null;
  open: number;
  phases: Array<string>;
  powers: Array<string>;
  title: string;
  to: Array<string>;
  unread: number;
}

/** A proposal as a layer over the board, and in words. */
export interface Drawing {
  drawing: string;
  words: string;
}

/** An order of a phase that is over, and what became of it. place, words: for a row of the list. */
export interface Fate {
  kind: "A" | "F" | null;
  order: string;
  place: string;
  power: string;
  reason: string;
  result: string;
  text: string;
  words: string;
}

/** A way to fill a hole. label: what it is, "Ruhr". text: the whole text with it. place, power: as in a Stretch. */
export interface Filler {
  label: string;
  place: string;
  power: string;
  text: string;
}

/** Public facts of a game. Times are ISO 8601 in UTC.

paused: end of the pause. graced: True if the extra minute for late writers was given. undone: how often phases were
taken back. master: name of the game master, who sees all orders and messages; empty for none. */
export interface GameFacts {
  centers_to_win: number;
  deadline: string | null;
  graced: boolean;
  kind_word: string;
  master: string;
  name: string;
  now: string;
  opened: string | null;
  paused: string | null;
  phase: string;
  phases: Array<PhaseFacts>;
  slug: string;
  status: string;
  title: string;
  turn: string;
  undone: number;
  verdict: string | null;
  winner: string | null;
}

/** Somebody, I on another screen perhaps, has said something, and nothing else is new. news: what the page shows
with it is at least as new. */
export interface HeardReply {
  message: Message;
  news: NewsNumbers;
  type: "heard";
}

/** A unit of another power that could support an order of mine. text: the order that would do it. */
export interface Helper {
  name: string;
  power: string;
  text: string;
  unit: string;
}

/** Units that could support my order.

words: that order. */
export interface Helpers {
  helpers: Array<Helper>;
  words: string;
}

/** A hint beside the orders.

order: what one would write; power: whom one would write to; empty where neither. */
export interface Hint {
  kind: "agree" | "bounce" | "center" | "done" | "guard" | "help" | "missing";
  order: string;
  power: string;
  text: string;
}

/** Something a text leaves open, "With which unit?", and what may fill it. */
export interface Hole {
  fillers: Array<Filler>;
  question: string;
}

/** Data for a lesson's script.

url: the address acts are sent to. key: of half a step in the tab's storage. */
export interface LessonPage {
  key: string;
  kind: "ask" | "orders" | "talk";
  longest_message: number;
  options: Options;
  places: Record<string, Place>;
  power: "AUS" | "ENG" | "FRA" | "GER" | "ITA" | "RUS" | "TUR";
  powers: Record<string, string>;
  sheet: Sheet;
  token: string;
  url: string;
  words: CodeWords;
}

/** A promise in a lesson's ledger.

tone: of the chip with `word`. reason: why it is broken. */
export interface LessonPromise {
  power: "AUS" | "ENG" | "FRA" | "GER" | "ITA" | "RUS" | "TUR";
  reason: string;
  tone: "info" | "ok" | "rose";
  word: string;
  words: string;
}

/** Reply to an act of a learner.

sheet: the orders now, null once they are opened. layers: markup by id, as the orders end; later: as the board
stands afterwards. happened: what became of each order. readings: sentences to choose from. next: the address of the
next step, empty until this one is solved. line: what one may write. */
export interface LessonReply {
  after: string;
  arrivals: Array<[string, string]>;
  happened: Array<Fate>;
  hint: string;
  later: Record<string, string>;
  layers: Record<string, string>;
  line: string;
  next: string;
  promises: Array<LessonPromise>;
  readings: Array<string>;
  sheet: Sheet | null;
  solved: boolean;
  talk: Array<LessonSaid>;
  trust: string;
  type: "lesson";
}

/** A message in a lesson.

heard: its reading in words, or empty. */
export interface LessonSaid {
  heard: string;
  mine: boolean;
  name: string;
  power: "AUS" | "ENG" | "FRA" | "GER" | "ITA" | "RUS" | "TUR";
  text: string;
}

/** A sentence about what befell me, and the provinces it is about. */
export interface LetterLine {
  places: Array<string>;
  text: string;
  tone: "bad" | "good" | "plain";
}

/** The letter of a turn; without lines before the first. world: what befell others, at most five lines. fates: what
became of each order of mine, as sentences. */
export interface LetterView {
  fates: Array<string>;
  lines: Array<LetterLine>;
  title: string;
  world: Array<LetterLine>;
}

/** `{"type": "look"}`: the page is before somebody's eyes; what they were told of this game is not new any more. */
export interface LookCommand {
  type: "look";
  ref?: number | null;
}

/** One message. conversation: the key of its conversation. text: as typed, or as the bot said it. readback: what
it was understood as, from my point of view, empty for plain text. understood: whether bots can hear it.
adds: whether the readback tells what the text does not: which deal was answered, that something was promised,
other places than those named. phase: S1901M. at: ISO time. reply_to: id of the message answered. */
export interface Message {
  act: string;
  adds: boolean;
  at: string;
  card?: Card;
  conversation: string;
  hearers: Array<string>;
  id: number;
  level: number | null;
  mine: boolean;
  phase: string;
  readback: string;
  reply_to: number | null;
  speaker: string;
  text: string;
  understood: boolean;
}

/** A unit of mine without an order; in builds `region` is None. breach: whose word it breaks to hold there. */
export interface Missing {
  breach: string;
  region: string | null;
  unit: string | null;
}

/** A choice for which somebody has voted, without what the viewer may not know. noun: "a pause of a day"; mine: my
answer; needed: how many must agree, 0 where hidden; hidden: True if answers of others are not shown. */
export interface Motion {
  agreed: Array<string>;
  awaited: Array<string>;
  choice: string;
  hidden: boolean;
  mine: "" | "no" | "yes";
  needed: number;
  noun: string;
  refused: Array<VoteRefusal>;
}

/** News counters of the game and of my seat (0 for watchers).

They only rise: a page that hears of a greater one than it was shown has missed something. */
export interface NewsNumbers {
  game: number;
  seat: number;
}

/** A line of the game's room.

number: its place among the messages. at: ISO time. words: moments are marked, `{2026-11-24T18:00:00+00:00}`.
by: who did it or, where `said`, says it; empty for the rules. button, address: what one may do about it, and
where; else empty. */
export interface NoticeLine {
  address: string;
  at: string;
  button: string;
  by: string;
  id: number;
  number: number;
  said: boolean;
  words: string;
}

/** `{"type": "offer", "asked": ["A MUN S A PAR - BUR"], "offered": [], "to": ["GER"]}`: orders clicked on the map as
a proposal. Changes nothing. */
export interface OfferCommand {
  type: "offer";
  asked: Array<string>;
  offered: Array<string>;
  to: Array<string>;
  ref?: number | null;
}

/** A legal order. Fields that do not apply to it are missing. by_sea: a move that needs a convoy. */
export interface OptionOrder {
  by_sea?: boolean;
  kind?: "A" | "F";
  subject?: string;
  target?: string;
  text: string;
  verb: "build" | "convoy" | "disband" | "hold" | "move" | "remove" | "retreat" | "support" | "waive";
}

/** A unit of mine with its legal orders, or (kind null) a home center I may build in. */
export interface OptionUnit {
  kind: "A" | "F" | null;
  name: string;
  orders: Array<OptionOrder>;
  region: string;
}

/** All that I may order in a phase. adjustments: builds (+) or removals (-) that are due. */
export interface Options {
  adjustments: number;
  kind: "A" | "M" | "R";
  phase: string;
  units: Array<OptionUnit>;
  waive: boolean;
}

/** `{"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1, "mark": "k3x-1"}`: order units. */
export interface OrderCommand {
  type: "order";
  phase: string;
  text: string;
  ref?: number | null;
  mark?: string;
}

/** A power's sheet as the game master sees it.

missing: provinces of units without an order. adjustments: builds (+) or removals (-) still to be written. */
export interface OverseenSheet {
  adjustments: number;
  missing: Array<string>;
  orders: Array<WrittenOrder>;
  power: string;
  ready: boolean;
}

/** Sheets of all powers in a phase, for the game master.

drawing: the orders layer. */
export interface Overview {
  drawing: string;
  phase: string;
  sheets: Array<OverseenSheet>;
}

/** Data for the scripts besides the state.

powers: code -> name, in their order. places: code -> province. longest_message: most characters of a message.
guide: the power that guides the newcomer, or empty. */
export interface Page {
  guide: string;
  longest_message: number;
  places: Record<string, Place>;
  powers: Record<string, string>;
  slug: string;
  token: string;
  urls: Urls;
  words: CodeWords;
}

/** Counts of a partner's promises to me, by their fate. */
export interface Partner {
  broken: number;
  kept: number;
  open: number;
  power: string;
  void: number;
}

/** A phase in the timeline. */
export interface PhaseFacts {
  kind: "A" | "M" | "R";
  name: string;
  status: string;
  title: string;
}

/** A phase to show. layers: id -> markup. arrivals: [from region, to region] of every unit that moved into this
position. options: what I may order in it, where it is the one now played and I have a seat. */
export interface PhaseView {
  arrivals: Array<[string, string]>;
  kind: "A" | "M" | "R";
  layers: Record<string, string>;
  letter: LetterView;
  name: string;
  options?: Options;
  orders: Array<Fate>;
  status: string;
  title: string;
}

/** `{"type": "ping", "ref": 6}`: is the line whole? Changes nothing. */
export interface PingCommand {
  type: "ping";
  ref?: number | null;
}

/** A province. at: where its unit stands; coasts: `NC` -> where a fleet there stands; in board units. */
export interface Place {
  at: [number, number];
  coasts: Record<string, [number, number]>;
  name: string;
}

/** The line is whole, and so much has happened up to now. */
export interface PongReply {
  news: NewsNumbers;
  ref?: number;
  type: "pong";
}

/** All of my talk. level 0: no press in this game. plain: whether text that is not understood may be sent. upto: the
number of what is newest in it, by which a page that comes back asks for what it missed. */
export interface Press {
  agreed: Array<AgreedOrder>;
  can_talk: boolean;
  conversations: Array<Conversation>;
  level: number;
  messages: Array<Message>;
  partners: Array<Partner>;
  plain: boolean;
  promises: Array<PromiseRow>;
  protocol: string;
  unread: number;
  upto: number;
  whole: boolean;
}

/** My talk, or what is new in it; null for who has none. news: what the page shows with it is at least as new. */
export interface PressReply {
  news?: NewsNumbers;
  press: Press | null;
  ref?: number;
  type: "press";
}

/** A line of the ledger. by: who promised; between: the other powers it was made with. english: a clause from my
point of view; short: the same in few words. state: open until it can be judged; lasting ones (peace, places to
stay out of) show how they stand so far, over where all others broke it. lasting: it binds until it is broken.
ends: True for a draw or a win: a vote on the end. since: phase it was made in; judged: the phase it was last
judged in. message: where it was made. */
export interface PromiseRow {
  between: Array<string>;
  by: string;
  ends: boolean;
  english: string;
  id: number;
  judged: string | null;
  lasting: boolean;
  message: number;
  reason: string;
  short: string;
  since: string;
  state: "broken" | "kept" | "open" | "over" | "void";
}

/** Data for a puzzle's script.

key: of half an answer in the tab's storage. url: the address acts are sent to. partner: the other side of a deal,
whose units are ordered, too; else empty. owners: whose unit stands in a province, of all that may be ordered. */
export interface PuzzlePage {
  key: string;
  options: Options;
  owners: Record<string, "AUS" | "ENG" | "FRA" | "GER" | "ITA" | "RUS" | "TUR">;
  partner: "AUS" | "ENG" | "FRA" | "GER" | "ITA" | "RUS" | "TUR" | "";
  places: Record<string, Place>;
  power: "AUS" | "ENG" | "FRA" | "GER" | "ITA" | "RUS" | "TUR";
  powers: Record<string, string>;
  sheet: Sheet;
  token: string;
  url: string;
  words: CodeWords;
}

/** Reply to an act of a solver.

verdict: empty where nothing was judged. message: a sentence on it. sheet: the orders now. layers: the board, by id:
with a reply of the others, or as it stands. title: over what happened. happened: what became of each order. said: a
deal as a message to the partner. rating: how the ratings changed, in words. */
export interface PuzzleReply {
  happened: Array<Fate>;
  layers: Record<string, string>;
  message: string;
  rating: string;
  said: string;
  sheet: Sheet | null;
  title: string;
  type: "puzzle";
  verdict: "" | "right" | "shown" | "wrong";
}

/** `{"type": "read", "text": "mun s par-bur?", "to": ["GER"]}`: what would this mean? Changes nothing. */
export interface ReadCommand {
  type: "read";
  text: string;
  to: Array<string>;
  ref?: number | null;
}

/** verdict clear: one candidate; choose: pick one; none: nothing understood. unplaced: the words that could not be
placed, as typed. nearest: sentences that are understood and come near, ready to be put into the input.
question: what to ask where the best guess is weak, else empty. allowed: the acts the protocol lets me do now
towards these hearers (`propose`, `accept`, ...). stretches: the parts of the text that name something or were not
read, in their order. holes: what the text leaves open. */
export interface Reading {
  allowed: Array<string>;
  candidates: Array<Candidate>;
  holes: Array<Hole>;
  nearest: Array<string>;
  question: string;
  stretches: Array<Stretch>;
  unplaced: Array<string>;
  verdict: "choose" | "clear" | "none";
}

/** Reading of a typed text or of clicked orders. */
export interface ReadingReply {
  reading: Reading;
  ref?: number;
  type: "reading";
}

/** `{"type": "ready", "phase": "S1901M", "ready": true, "ref": 3}`: the orders are final, or not yet. */
export interface ReadyCommand {
  type: "ready";
  phase: string;
  ready: boolean;
  ref?: number | null;
  mark?: string;
}

/** One order of a list that does not stand, and why. */
export interface RefusedOrder {
  message: string;
  text: string;
}

/** Nothing was changed, and why. allowed: the acts of talk that are possible now. reading: what may be meant. */
export interface RefusedReply {
  allowed?: Array<string>;
  code: string;
  message: string;
  reading?: Reading;
  ref?: number;
  type: "refused";
}

/** The message is said; here it is. */
export interface SaidReply {
  message: Message;
  ref?: number;
  type: "said";
}

/** A game that begins with the position. url: of its page. */
export interface SandboxBegun {
  type: "begun";
  url: string;
}

/** A position to write orders on.

text: the position as people write it. layers: markup by id. options, sheets: by power, only those that have
something to order. won: a sentence where a game would be over here, else empty. word: the position for links. */
export interface SandboxBoard {
  kind: "A" | "M" | "R";
  layers: Record<string, string>;
  options: Record<string, Options>;
  phase: string;
  position: Record<string, unknown>;
  sheets: Record<string, Sheet>;
  text: string;
  title: string;
  type: "board";
  won: string;
  word: string;
}

/** Orders expected of a power, as sentences, the surest first. */
export interface SandboxExpected {
  power: "AUS" | "ENG" | "FRA" | "GER" | "ITA" | "RUS" | "TUR";
  units: Array<string>;
}

/** A position in the tree.

made: orders that led to it from its parent. orders: those written on it, by power. next: the node that follows.
text: a comment. marks: arrows (`PAR - BUR`) and circles (`PAR`). */
export interface SandboxNode {
  made: Record<string, Array<string>> | null;
  marks: Array<string>;
  next: number | null;
  orders: Record<string, Array<string>>;
  parent: number | null;
  position: Record<string, unknown>;
  text: string;
}

/** HANA's answer to the question what it would order.

state: waiting, thinking, done or failed. seconds: passed in it; most: that it may think. orders: as text;
sentences: the same in words. */
export interface SandboxOpinion {
  expected: Array<SandboxExpected>;
  fears: Array<string>;
  key: string;
  most: number;
  orders: Array<string>;
  power: "AUS" | "ENG" | "FRA" | "GER" | "ITA" | "RUS" | "TUR";
  seconds: number;
  sentences: Array<string>;
  state: string;
  type: "opinion";
  why: Array<string>;
}

/** Data for the sandbox's script. study: None for a sandbox of nobody. */
export interface SandboxPage {
  places: Record<string, Place>;
  powers: Record<string, string>;
  start: SandboxStart;
  study: SandboxStudy | null;
  token: string;
  urls: SandboxUrls;
  words: CodeWords;
}

/** Orders carried out.

layers: the board with every order's fate. orders: the fates. after: the position that follows; word: the same for
links. arrivals: [from
region, to region] of every unit that moved. */
export interface SandboxResult {
  after: Record<string, unknown>;
  arrivals: Array<[string, string]>;
  layers: Record<string, string>;
  next_title: string;
  orders: Array<Fate>;
  title: string;
  type: "result";
  word: string;
}

/** A study that is kept. url: of its page. */
export interface SandboxSaved {
  type: "saved";
  url: string;
}

/** A tree that is kept.

url: of its page. text, json: of its files. */
export interface SandboxShared {
  json: string;
  text: string;
  type: "shared";
  url: string;
}

/** Sheets after an order was written or taken back.

power: whose order it was. refused: orders of a list that cannot stand, with the reasons. */
export interface SandboxSheets {
  power: "AUS" | "ENG" | "FRA" | "GER" | "ITA" | "RUS" | "TUR";
  refused: Array<Record<string, string>>;
  sheets: Record<string, Sheet>;
  type: "sheets";
}

/** Tree a sandbox begins with.

key: of what the tab keeps of it. rules: the rulebook's name. at: the node that is looked at. */
export interface SandboxStart {
  at: number;
  key: string;
  nodes: Array<SandboxNode>;
  rules: string;
}

/** A study that the sandbox shows.

version: as it was opened. is_own: its reader may change it. */
export interface SandboxStudy {
  is_own: boolean;
  is_public: boolean;
  slug: string;
  title: string;
  version: string;
}

/** Addresses for POST.

act: what is done. ask: a question to HANA. share: a tree to keep. play: a game to begin. study: a tree to keep as
a study. explore: the explorer, for GET. */
export interface SandboxUrls {
  act: string;
  ask: string;
  explore: string;
  play: string;
  share: string;
  study: string;
}

/** `{"type": "say", "text": "...", "to": ["GER"], "l": "", "plain": false}`: say it; l: as which reading.

`phase` may be given, the one it was written in: what it means is not said in another. And `instead`: the message
whose proposal it takes the place of. */
export interface SayCommand {
  type: "say";
  text: string;
  to: Array<string>;
  l: string;
  plain: boolean;
  ref?: number | null;
  mark?: string;
  phase?: string;
  instead?: number;
}

/** A seat as everybody sees it. face: the address of a bot's picture, else empty. talks: whether anybody there
could answer. distance: how far its units are from mine on the map, None for mine, for who is out and for who only
watches. decides: whether it has anything to order. note: what befell its bot, or empty. does: `writing` where its
bot is about to say something to me, `getting ready` where it cannot answer yet, else empty. page: the address of
the player's page, empty for a bot and where nobody may know; blocked: whether I blocked the player. */
export interface SeatFacts {
  blocked: boolean;
  centers: number;
  decides: boolean;
  distance: number | null;
  does: string;
  face: string;
  is_bot: boolean;
  name: string;
  note: string;
  page: string;
  player: string;
  power: string;
  ready: boolean;
  talks: boolean;
  units: number;
}

/** `{"type": "seen", "with": ["ENG", "FRA"], "upto": 41}`: this conversation is read up to this message. */
export interface SeenCommand {
  type: "seen";
  with: Array<string>;
  upto: number;
  ref?: number | null;
}

/** My orders in a phase. adjustments: builds (+) or removals (-) still to be written. closes: where I play with bots
alone and am ready, the ISO time up to which that can be taken back for sure. breaking: the rows of the ledger that
these orders break. drawing: the orders layer. hints: empty where the person has none or switched them off. */
export interface Sheet {
  adjustments: number;
  breaking: Array<number>;
  closes: string | null;
  drawing: string;
  hints: Array<Hint>;
  kind: "A" | "M" | "R";
  missing: Array<Missing>;
  orders: Array<WrittenOrder>;
  phase: string;
  ready: boolean;
}

/** The command is done; this is the sheet now, null where no phase is played. refused: orders of a list that do not
stand. */
export interface SheetReply {
  ref?: number;
  refused?: Array<RefusedOrder>;
  sheet: Sheet | null;
  type: "sheet";
}

/** Everything a page shows around the board.

news: what it shows is at least as new as this. overview: for the game master alone. */
export interface State {
  game: GameFacts;
  news: NewsNumbers;
  overview: Overview | null;
  seats: Array<SeatFacts>;
  sheet: Sheet | null;
  table: TableFacts;
  you: You | null;
}

/** The state around the board, sent when the line opens and whenever it changes.

board: the phase now played, where the page was told of another before; without the names of provinces, which it
has. drawn: how it is drawn, as the page's cookies said when the line opened: labels and hatching, `short:0`. */
export interface StateReply {
  board?: PhaseView;
  drawn?: string;
  state: State;
  type: "state";
}

/** A part of a text as typed, from letter to letter: a name, or words that were not read. place: the province it
names, or empty. power: whose unit or center that is, or the power it names, or empty. unread: what is said there
was not read. */
export interface Stretch {
  end: number;
  kind: "place" | "power" | "unit" | "words";
  place: string;
  power: string;
  start: number;
  unread: boolean;
}

/** The talk around the board. back: the power a bot holds for the viewer; vacant: powers anybody may take over. */
export interface TableFacts {
  back: string | null;
  notices: Array<NoticeLine>;
  vacant: Array<string>;
  votes: Array<VoteFacts>;
}

/** `{"type": "typing", "phase": "S1901M"}`: the time is running out, and I am still writing. */
export interface TypingCommand {
  type: "typing";
  phase: string;
  ref?: number | null;
}

/** Addresses. In phase, sandbox, svg and png the script puts the phase it wants in place of `PHASE`. */
export interface Urls {
  command: string;
  drawing: string;
  helpers: string;
  hints: string;
  phase: string;
  png: string;
  press: string;
  sandbox: string;
  socket: string;
  state: string;
  svg: string;
}

/** Something to vote for. choice: its name in the command; words: on a button; group: the title of the list that
holds it, empty for a button of its own. */
export interface VoteChoice {
  choice: string;
  group: string;
  words: string;
}

/** `{"type": "vote", "phase": "S1908M", "vote": "end", "choice": "ENG FRA", "answer": "yes"}`: answer a vote.

vote: its key in `dipgame.games.votes`; choice: as `TableFacts.votes` names it, or powers with blanks between;
answer: empty withdraws mine. */
export interface VoteCommand {
  type: "vote";
  phase: string;
  vote: string;
  choice: string;
  answer: "" | "no" | "yes";
  ref?: number | null;
}

/** A vote that the game has now. vote: its key in the command; can: True if the viewer has a vote; picks: powers of
which two or more, with blanks between, are a choice, too. */
export interface VoteFacts {
  about: string;
  can: boolean;
  choices: Array<VoteChoice>;
  motions: Array<Motion>;
  picks: Array<string>;
  title: string;
  vote: string;
}

/** A power that votes against it, empty where nobody may know which, and a bot's reason; many: the same reason as
several give it. */
export interface VoteRefusal {
  many: string;
  power: string;
  why: string;
}

/** One order of mine. unit: the key to cancel it by. place, words: for a row of
the list. note: a warning in words, or empty. breach: whose word it breaks, `breaks your word to England (peace)`,
or empty. remark: who promised to help it, or empty. */
export interface WrittenOrder {
  breach: string;
  kind: string | null;
  note: string;
  place: string;
  region: string | null;
  remark: string;
  sentence: string;
  text: string;
  unit: string;
  words: string;
}

/** The seat of the viewer. keep: True if they play as a guest, and it is time to offer them an account. alone: True
if they play with bots alone, and may end the game. hints: whether hints are on; None where none are offered. */
export interface You {
  alone: boolean;
  hints: boolean | null;
  keep: boolean;
  power: string;
}

export type Command = OrderCommand | CancelCommand | ReadyCommand | AskCommand | PingCommand | LookCommand | ReadCommand | CompleteCommand | OfferCommand | SayCommand | AnswerCommand | SeenCommand | VoteCommand | TypingCommand;

export type Reply = StateReply | SheetReply | RefusedReply | AnswerReply | PongReply | ReadingReply | CompletionsReply | SaidReply | PressReply | HeardReply;
