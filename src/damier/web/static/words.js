// What the page says, in English and French. Each part of the page adds its own words; elements with a `data-word` are
// said anew when the language changes, and parts that say more than that listen with `onLanguage`.

const STORED = "damier-language";
const dictionaries = { en: {}, fr: {} };
const listeners = new Set();

export const LANGUAGES = { en: "English", fr: "Français" };

export let language = chosen();

function chosen() {
  const stored = localStorage.getItem(STORED);
  if (stored in LANGUAGES) return stored;
  return navigator.languages.some((each) => each.startsWith("fr")) && !navigator.languages[0].startsWith("en") ? "fr" : "en";
}

/** Add words: `{en: {key: "text with {value}"}, fr: {...}}`. A text may be a function of the values. */
export function addWords(more) {
  for (const each of Object.keys(LANGUAGES)) Object.assign(dictionaries[each], more[each]);
}

/** What is said for a key, with its values in place; the English where there is no French, else the key itself. */
export function t(key, values = {}) {
  const found = dictionaries[language][key] ?? dictionaries.en[key] ?? key;
  if (typeof found === "function") return found(values);
  return found.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Whether there is something to say for a key. */
export const knows = (key) => key in dictionaries[language] || key in dictionaries.en;

/** A number as it is written in this language. */
export const number = (value, digits = undefined) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits ?? 3 });

/** Say everything below an element that has a `data-word`, `data-label` (for those who listen) or `data-title`. */
export function say(root = document) {
  for (const each of root.querySelectorAll("[data-word]")) each.textContent = t(each.dataset.word);
  for (const each of root.querySelectorAll("[data-label]")) each.setAttribute("aria-label", t(each.dataset.label));
  for (const each of root.querySelectorAll("[data-title]")) each.title = t(each.dataset.title);
  for (const each of root.querySelectorAll("[data-placeholder]")) each.placeholder = t(each.dataset.placeholder);
}

export function setLanguage(wanted) {
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
