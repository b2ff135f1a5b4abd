// How the theatre says things. Its keys are its own: those of other parts of the page may have the same names.

import { h as plainElement } from "../dom.js";
import { knows, t as sayKey } from "../words.js";

const OURS = "theatre-";
const SPOKEN = ["word", "data-label", "data-title", "data-placeholder"];

/** What the theatre says for a key. */
export const t = (key, values) => sayKey(OURS + key, values);

/** The same, or a text where there is nothing to say. */
export const tOr = (key, text) => (knows(OURS + key) ? t(key) : text);

/** An element as in dom.js, whose words are the theatre's. */
export function h(name, attributes = {}, ...children) {
  const own = { ...attributes };
  for (const key of SPOKEN) if (own[key]) own[key] = OURS + own[key];
  return plainElement(name, own, ...children);
}
