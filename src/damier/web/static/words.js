// What the page says, in the language that a person has chosen. A language is one file, `languages/CODE.js`: whatever lies there is
// offered. Elements with a `data-word` are said anew when the language changes; parts that say more than that listen with `onLanguage`.

const STORED = "damier-language";
const USUAL = "en"; // the language in which every key has its words
const THEATRE = "theatre-"; // before the theatre's keys, which may be those of other parts
const listeners = new Set();

/** The languages there are, by their codes, each as it calls itself. */
export const LANGUAGES = Object.fromEntries((document.documentElement.dataset.languages ?? USUAL).split(" ").map((code) => [code, ownName(code)]));

const usual = await read(USUAL);
export let language = chosen();
let spoken = await read(language);

function ownName(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return name[0].toLocaleUpperCase(code) + name.slice(1);
}

/** The language that was chosen here, or else the first of the browser's that there is. */
function chosen() {
  const stored = localStorage.getItem(STORED);
  if (stored in LANGUAGES) return stored;
  return navigator.languages.map((each) => each.split("-")[0]).find((each) => each in LANGUAGES) ?? USUAL;
}

/** All words of a language. */
async function read(code) {
  const { default: given } = await import(`./languages/${code}.js`);
  const theatre = Object.fromEntries(Object.entries(given.theatre ?? {}).map(([key, text]) => [THEATRE + key, text]));
  return { columns: {}, patterns: [], messages: [], notes: [], ...given, words: { ...given.shell, ...given.play, ...given.lab, ...theatre } };
}

/** What is said for a key, with its values in place; the English where there is nothing in this language, else the key itself. */
export function t(key, values = {}) {
  const found = spoken.words[key] ?? usual.words[key] ?? key;
  if (typeof found === "function") return found(values);
  return found.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/**
 * What the server says, which is English, in this language: by the first pattern that fits, or as a name (of a game, of a
 * player); else as it was said. What a pattern catches is said in the same way.
 */
export function told(message) {
  for (const [pattern, text] of [...spoken.messages, ...usual.messages]) {
    const found = pattern.exec(message);
    if (found) return text.replace(/\$(\d)/g, (_, number) => told(found[number]));
  }
  if (/^\d{1,3}(,\d{3})+$/.test(message)) return number(Number(message.replaceAll(",", "")));
  const name = /^[A-Z]/.test(message) ? spoken.words[message] : null;
  return typeof name === "string" ? name : message;
}

/** What an experiment has found, which the server tells in English, in this language; null where it does not know how to say it. */
export function noted(note) {
  for (const [pattern, text] of spoken.notes) {
    const found = pattern.exec(note);
    if (found) return text.replace(/\$(\d)/g, (_, place) => noted(found[place]) ?? figuresIn(found[place]));
  }
  return null;
}

/** A text with its numbers, which may be long or signed, as this language writes them. */
const figuresIn = (text) =>
  text
    .replace(/(\d)\.(\d)/g, `$1${pointOf(language)}$2`)
    .replace(/\d{1,3}(?:,\d{3})+(?!\d)/g, (long) => number(Number(long.replaceAll(",", ""))))
    .replace(/(^|[\s(])-(?=\d)/g, "$1−");

/** Headings of tables, which the server tells in English, in this language; and patterns for those that hold a name. */
export const columns = () => spoken.columns;
export const patterns = () => spoken.patterns;

/** Whether there is something to say for a key. */
export const knows = (key) => key in spoken.words || key in usual.words;

/** A number as it is written in this language. */
export const number = (value, digits = undefined) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits ?? 3 }).replace("-", "−");

/** A number that the server has put into words, as it is written in this language: `-1.25` is `−1,25` in French. */
export const inWriting = (text) => String(text).replace("-", "−").replace(/(\d)\.(\d)/g, `$1${pointOf(language)}$2`);

/** What stands before the decimals of a number. */
const pointOf = (code) => (1.5).toLocaleString(code).replace(/\d/g, "");

/** Where dates are written as this person does: the browser's own variety of the language, if it has one. */
export const locale = () => navigator.languages.find((each) => each.split("-")[0] === language) ?? language;

/** Say everything below an element that has a `data-word`, `data-label` (for those who listen) or `data-title`. */
export function say(root = document) {
  for (const each of root.querySelectorAll("[data-word]")) each.textContent = t(each.dataset.word);
  for (const each of root.querySelectorAll("[data-label]")) each.setAttribute("aria-label", t(each.dataset.label));
  for (const each of root.querySelectorAll("[data-title]")) each.title = t(each.dataset.title);
  for (const each of root.querySelectorAll("[data-placeholder]")) each.placeholder = t(each.dataset.placeholder);
}

export async function setLanguage(wanted) {
  spoken = await read(wanted);
  language = wanted;
  localStorage.setItem(STORED, wanted);
  document.documentElement.lang = wanted;
  say();
  for (const listener of listeners) listener();
}

/** Call a function whenever the language changes; the answer ends that. */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
