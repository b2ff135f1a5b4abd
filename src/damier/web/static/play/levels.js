// How well damier plays a side: one of the game's levels, or one that errs as people of a rating do, and perhaps for traps; or
// with all it has to a fixed depth, or judging by a generation of what the game has taught itself. The server takes a level as one
// text, as "club", "people:1500" or "strong+traps:1500:0.5".

import { h } from "../dom.js";
import { number, t } from "../words.js";

const PEOPLE = "people";
const TRAPS = "traps";
const USUAL = "club"; // of the levels that every game has
const RATING = 1500;
const LOSS = 0.5;
const STRONG = "strong"; // the level of a program that looks a fixed number of moves ahead
const DEPTH = "depth"; // what is chosen in place of a level then
const PLIES = 4;
const GENERATION = "generation"; // the same, where the game has taught itself

/** The parts of a level in writing. */
function partsOf(text) {
  const [name, style = ""] = text.split("+");
  const [level, people] = name.split(":");
  const [kind, rating, loss] = style.split(":");
  return { level, isForTraps: kind === TRAPS, rating: Number(people ?? rating ?? RATING), loss: Number(loss ?? LOSS) };
}

/** What a level is called. */
export function levelName(text) {
  const { level, isForTraps, rating } = partsOf(text);
  const name = level === PEOPLE ? t("level-people-of", { rating: number(rating) }) : t(`level-${level}`);
  return isForTraps ? t("level-for-traps", { level: name }) : name;
}

/** How a side is played, in a few words: by a generation, to a depth, or at a level. */
export function mannerOf({ level, depth, generation = null }) {
  const usual = depth === null ? levelName(level) : t("at-depth", { depth });
  if (generation === null) return usual;
  const isFull = depth === null && level === STRONG;
  return t("at-generation", { generation: number(generation) }) + (isFull ? "" : `, ${usual}`);
}

export class LevelField {
  /** The controls of one side. */
  constructor(player) {
    const show = () => this.show();
    this.level = h("select", {
      id: `level-${player}`,
      on: {
        change: () => {
          this.level.dataset.chosen = this.level.value;
          this.show();
        },
      },
    });
    this.style = h("select", { id: `style-${player}`, on: { change: show } });
    this.rating = h("input", { type: "number", id: `rating-${player}`, min: 0, max: 1000000, step: "any", value: RATING });
    this.loss = h("input", { type: "number", id: `loss-${player}`, min: 0, max: 1000, step: "any", value: LOSS });
    this.generations = h("select", { id: `generation-${player}` });
    this.plies = h("input", { type: "number", id: `depth-${player}`, min: 1, max: 60, step: 1, value: PLIES });
    const labelled = (word, control, kind = "field") => h("p", { class: kind }, h("label", { for: control.id, word }), control);
    this.parts = {
      level: labelled("level", this.level),
      style: labelled("style", this.style),
      rating: labelled("rating-model", this.rating),
      loss: labelled("trap-loss", this.loss),
      depth: labelled("depth-plies", this.plies),
      generation: labelled("learn-opponent", this.generations, "field wide"),
    };
    this.field = h("div", { class: "among-options" }, ...Object.values(this.parts));
    this.isProgram = false;
    this.learnt = []; // the generations that can be chosen, the best first, each with its name
    this.wanted = null; // the generation that is shown as soon as it is among them
    this.sound = [];
  }

  /** The levels of a game, in the page's language; `sound` are those that do not err. */
  offer(levels, sound, keep) {
    this.sound = sound;
    const more = [[PEOPLE, t("level-people")], [DEPTH, t("fixed-depth")]];
    if (this.learnt.length) more.push([GENERATION, t("level-generation")]);
    keep(this.level, [...levels.map((level) => [level, t(`level-${level}`)]), ...more]);
    keep(this.style, [["sound", t("style-sound")], [TRAPS, t("style-traps")]]);
    this.show();
  }

  /** The generations that the game has learnt; one that was chosen is shown when it is there. */
  offerLearnt(learnt, offer) {
    const chosen = this.generation ?? this.wanted;
    this.learnt = learnt;
    this.generations.replaceChildren(...learnt.map(([which, name]) => new Option(name, which)));
    if (learnt.some(([which]) => which === chosen)) this.generations.value = chosen;
    offer();
    if (this.level.dataset.chosen === GENERATION) this.level.value = learnt.length ? GENERATION : STRONG;
    this.show();
  }

  /** Another game is chosen: the level that was, if it has that. */
  keepChosen(levels) {
    const chosen = this.level.dataset.chosen ?? USUAL;
    const isThere = [PEOPLE, DEPTH, ...levels, ...(this.learnt.length ? [GENERATION] : [])].includes(chosen);
    this.level.value = isThere ? chosen : chosen === GENERATION ? STRONG : USUAL;
    this.show();
  }

  show() {
    const isPeople = this.level.value === PEOPLE;
    this.parts.level.hidden = !this.isProgram;
    this.parts.style.hidden = !this.isProgram || !this.sound.includes(this.level.value);
    const isForTraps = !this.parts.style.hidden && this.style.value === TRAPS;
    this.parts.rating.hidden = !isForTraps && !(this.isProgram && isPeople);
    this.parts.loss.hidden = !isForTraps;
    this.parts.depth.hidden = !this.isProgram || this.level.value !== DEPTH;
    this.parts.generation.hidden = !this.isProgram || this.level.value !== GENERATION;
  }

  /** What is chosen, in writing. */
  get value() {
    const level = this.level.value || USUAL;
    const rating = this.rating.value || RATING;
    if (level === DEPTH || level === GENERATION) return STRONG;
    if (level === PEOPLE) return `${PEOPLE}:${rating}`;
    const isForTraps = this.style.value === TRAPS && this.sound.includes(level);
    return isForTraps ? `${level}+${TRAPS}:${rating}:${this.loss.value || LOSS}` : level;
  }

  /** The fixed depth, if one is chosen. */
  get depth() {
    return this.level.value === DEPTH ? this.plies.valueAsNumber : null;
  }

  /** The generation, if one is chosen. */
  get generation() {
    return this.level.value === GENERATION && this.generations.value !== "" ? Number(this.generations.value) : null;
  }

  /** Show a level in writing, and a depth if it is fixed, or a generation, once the game is known to have it. */
  take(text = USUAL, depth = null, generation = null) {
    const { level, isForTraps, rating, loss } = partsOf(text);
    this.wanted = generation;
    this.level.dataset.chosen = generation !== null ? GENERATION : depth === null ? level : DEPTH;
    const isThere = this.learnt.some(([which]) => which === generation);
    this.level.value = generation === null || isThere ? this.level.dataset.chosen : level;
    if (isThere) this.generations.value = generation;
    if (depth !== null) this.plies.value = depth;
    this.style.value = isForTraps ? TRAPS : "sound";
    [this.rating.value, this.loss.value] = [rating, loss];
    this.show();
  }
}
