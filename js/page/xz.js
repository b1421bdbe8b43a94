// Unpacks what `xz` has compressed, for a page that has the module in it: half of what gzip leaves, because the module has similar code for
// each width of boards, farther apart than gzip looks.
import { XzReadableStream } from "xz-decompress";

/** @param {Uint8Array} bytes */
export function unpacked(bytes) {
  return new Response(new XzReadableStream(new Blob([bytes]).stream())).arrayBuffer();
}
