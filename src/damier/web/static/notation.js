// Moves in the player's language. A game tells the letters of its figures (`letters`), and the server writes moves in English
// letters; here, where messages come and go, and nowhere else, they become those of the page's language and English again.

import { language } from "./words.js";

const NAMED = new Set(["move", "better", "best"]); // what holds the name of a move
const LISTED = new Set(["line", "moves"]); // what may hold a list of them

/** A name without the signs that people leave out. */
const plain = (name) => name.replace(/[\s+#=x:!?]/g, "");

export class Notation {
  /** `letters` are those of a game's figures, by language. */
  constructor(letters = {}) {
    this.letters = letters;
    this.legal = [];
  }

  /** Whether the page's language has letters of its own for the game. */
  get isOwn() {
    return Object.keys(this.letters[language] ?? {}).length > 0;
  }

  /** A name, or several in a text, in the page's language. */
  shown(text) {
    return exchanged(text, this.letters[language] ?? {});
  }

  /** A name that is shown in the page's language, in English. */
  meant(text) {
    return exchanged(text, Object.fromEntries(Object.entries(this.letters[language] ?? {}).map(([letter, own]) => [own, letter])));
  }

  /** What a person has typed, or pointed at: in the page's language if that is a legal move, else in English. */
  typed(text) {
    const alike = (same) => this.legal.filter((move) => same(plain(move.name), plain(text)));
    const exact = this.legal.filter(({ name }) => name === text);
    const own = exact.length ? exact : alike((name, wanted) => name === wanted);
    if (own.length === 1) return own[0].told;
    if (this.legal.some(({ told }) => plain(told) === plain(text))) return text;
    const caseless = alike((name, wanted) => name.toLowerCase() === wanted.toLowerCase());
    return caseless.length === 1 ? caseless[0].told : this.meant(text);
  }

  /** A message of the server's about a game, with all moves in the page's language; `told` is what it said itself. */
  hear(message) {
    if (message.kind === "state") this.letters = message.state.letters ?? {};
    if (!this.isOwn) return message;
    const heard = this.said(message);
    if (heard.kind === "state") this.legal = heard.state.legal;
    return heard;
  }

  said(value, key = "") {
    if (typeof value === "string") return NAMED.has(key) ? this.shown(value) : value;
    if (Array.isArray(value)) {
      if (key === "legal") return value.map((move) => ({ ...move, name: this.shown(move.name), told: move.name }));
      return value.map((each) => (typeof each === "string" && LISTED.has(key) ? this.shown(each) : this.said(each, key)));
    }
    if (value === null || typeof value !== "object") return value;
    const said = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.said(each, name)]));
    return typeof value.move === "string" ? { ...said, told: value.move } : said;
  }

  /** A message to the server, with all moves in English. */
  speak(message) {
    if (!this.isOwn) return message;
    const spoken = { ...message };
    if (typeof message.move === "string") spoken.move = this.typed(message.move);
    for (const key of LISTED) if (Array.isArray(message[key])) spoken[key] = message[key].map((name) => this.meant(name));
    return spoken;
  }

  /** What the server says is wrong: it quotes what it was sent, and may list moves. */
  blame(error, { sent, typed }) {
    const listed = this.relisted(error);
    return sent && sent !== typed ? listed.replace(sent, typed) : listed;
  }

  /** A refusal that lists the legal moves, with those in the page's language. */
  relisted(error) {
    return error.replace(/(legal moves: )(?!none: )(.*)$/, (_, words, names) => words + this.shown(names));
  }
}

/** A text with some of its letters exchanged for others. */
const exchanged = (text, letters) => [...text].map((letter) => letters[letter] ?? letter).join("");
