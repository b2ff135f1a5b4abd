// How the lab says things. The server tells its experiments in English; what a language says of those that are known comes first.

import { columns, knows, patterns, t } from "../words.js";

/** The heading of a column in the page's language, where it is known. */
export function heading(name) {
  const known = columns()[name];
  if (known) return known;
  for (const [pattern, text] of patterns()) if (pattern.test(name)) return name.replace(pattern, text);
  return name;
}

/** What is said for a key, or a text where nothing is known for it. */
export const tOr = (key, text, values) => (knows(key) ? t(key, values) : text);

/** A time in words. */
export function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return t("lab-time-s", { value: whole });
  if (whole < 3600) return t("lab-time-min", { minutes: Math.floor(whole / 60), seconds: whole % 60 });
  return t("lab-time-h", { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60) });
}

/** The name of an experiment for people, and what it asks. */
export const title = (experiment) => tOr(`lab-title-${experiment.name}`, experiment.name);
export const about = (experiment) => tOr(`lab-about-${experiment.name}`, experiment.description);
