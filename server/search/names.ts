/** Finds the products of a segment by their whole name: a frequent word stands in many, and is hardly ever one. */
import { SEGMENT_SIZE } from '../catalogue/segments.ts';
import type { Segment } from './segment.ts';

/** Slots of a table of names: twice as many as there can be products, so that few are taken. */
const SLOTS = 2 * SEGMENT_SIZE;

/** The same for the same words in the same order, and seldom for others. */
export function hashOf(words: readonly string[]): number {
  let hash = words.length;
  for (const word of words) {
    for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
    hash = Math.imul(hash, 31) | 0;
  }
  return hash;
}

/** @param nameHashOf by place */
export function buildNameTable(nameHashOf: Int32Array): Uint16Array {
  const table = new Uint16Array(SLOTS);
  for (const [place, hash] of nameHashOf.entries()) {
    let slot = hash & (SLOTS - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    table[slot] = place + 1;
  }
  return table;
}

/** @param hash the words' own: not every segment computes it anew */
export function placesNamed(segment: Segment, words: readonly string[], hash: number): number[] {
  const { placesByName, nameHashOf } = segment;
  const places: number[] = [];
  for (let slot = hash & (SLOTS - 1); placesByName[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
    const place = (placesByName[slot] as number) - 1;
    if (nameHashOf[place] === hash && isNamed(segment, place, words)) places.push(place);
  }
  return places;
}

function isNamed(segment: Segment, place: number, words: readonly string[]): boolean {
  const { names, nameOffsets, words: known } = segment;
  const start = nameOffsets[place] as number;
  const length = (nameOffsets[place + 1] as number) - start;
  return (
    length === words.length &&
    words.every((word, index) => known.at(names[start + index] as number) === word)
  );
}
