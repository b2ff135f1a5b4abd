// A text made short enough for an address, and read again: `1.` and its bytes, deflated, in the letters that an address leaves alone.
// The number is that of the way it is packed, so that links of another day can be told apart. What is read is bounded: a few letters
// can stand for very many.

const VERSION = "1.";
const MOST_LETTERS = 20_000; // of what is unpacked
const MOST_BYTES = 400_000; // of what is packed, and of what comes out again
const CHUNK = 0x8000; // bytes that become text at once

/** Bytes as letters. */
export function lettersOf(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/** A text for an address; null if it is far too long for one. */
export async function packedText(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) return null;
  const packed = await through(bytes, new CompressionStream("deflate"));
  return VERSION + lettersOf(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that was packed; null if it is damaged, of another way of packing, or too long. */
export async function unpackedText(packed) {
  if (!packed.startsWith(VERSION) || packed.length > MOST_LETTERS) return null;
  try {
    const letters = atob(packed.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate")));
  } catch {
    return null; // whichever of these it was: no text of ours
  }
}

/** Bytes sent through a stream; an error if there is no end of what comes out. */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
