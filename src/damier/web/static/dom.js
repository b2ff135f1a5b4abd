// Elements, and asking the server: what every part of the page uses.

import { told } from "./words.js";

/** The element of an id. */
export const $ = (id) => document.getElementById(id);

export const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * An HTML element. Attributes are written as in HTML; `on` holds listeners by event, `word` the key of its text (see
 * words.js), true and false set or leave out an attribute. Children are elements or texts; null ones are left out.
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (key === "word") element.dataset.word = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** What the server refused, or that it does not answer (status 0), in the page's language where that knows it. */
export class Refusal extends Error {
  constructor(message, status) {
    super(told(message));
    this.said = message; // by the server, in English
    this.status = status;
  }
}

/** Ask the server's API: the JSON it answers, or null where it answers nothing. Raises a Refusal with its message. */
export async function ask(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(`/api${path}`, options);
  } catch {
    throw new Refusal("The server does not answer. Is damier still running?", 0);
  }
  if (response.status === 204) return null;
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const answer = isJson ? await response.json() : { error: `The server answered ${response.status}.` };
  if (!response.ok) throw new Refusal(answer.error, response.status);
  return answer;
}
