/** Removes from a PNG what isn't needed to show it: compressed texts can unpack to a thousand times their size. */
import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length and type before the data of a chunk, and a checksum behind it. */
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** What changes the picture: its pixels, transparency, colours, and the side that is up. */
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA sRGB cICP eXIf'.split(' '));
/** Profiles of screens have some kilobytes. */
const PROFILE_MAX_BYTES = 4_000_000;

/** @returns the file itself if it is no PNG */
export function reducePng(file: Buffer): Buffer {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return file;
  const kept: Buffer[] = [SIGNATURE];
  for (let at = SIGNATURE.length; at + HEAD_BYTES <= file.length; ) {
    const end = at + HEAD_BYTES + file.readUInt32BE(at) + CHECKSUM_BYTES;
    const type = file.toString('latin1', at + 4, at + HEAD_BYTES);
    const chunk = file.subarray(at, end);
    if (KEPT.has(type) || (type === 'iCCP' && isProfile(chunk))) kept.push(chunk);
    if (type === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}

/** Whether a colour profile can be unpacked. It follows its name, a zero, and the method. */
function isProfile(chunk: Buffer): boolean {
  const packed = chunk.subarray(chunk.indexOf(0, HEAD_BYTES) + 2, -CHECKSUM_BYTES);
  try {
    inflateSync(packed, { maxOutputLength: PROFILE_MAX_BYTES });
    return true;
  } catch {
    return false;
  }
}
