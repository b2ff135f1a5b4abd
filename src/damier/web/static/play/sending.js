// What is sent to the server from files and texts of games: in which form, how much, and what is said if it is refused.

import { Refusal } from "../dom.js";
import { lettersOf } from "./packing.js";

export const MOST_BYTES = 10 * 1024 * 1024; // that the server takes

/** Files as the server takes them: names, and bytes in base64. */
export async function packed(files) {
  const sent = [];
  for (const file of files) sent.push({ name: file.name || "games.txt", data: lettersOf(new Uint8Array(await file.arrayBuffer())) });
  return sent;
}

export const areTooLarge = (files) => [...files].reduce((sum, file) => sum + file.size, 0) > MOST_BYTES;

/** What an action gives; nothing, and why is said, if the server refuses it. */
export async function tried(action, complain) {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    complain(error.message);
    return null;
  }
}
