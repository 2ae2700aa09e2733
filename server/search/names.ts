/** Finds the products of a stretch by their whole name: a frequent word stands in many, and is hardly ever one. */
import { STRETCH_SIZE } from '../catalogue/segments.ts';
import type { Stretch } from './stretch.ts';

/** Slots of a table of names: twice as many as there can be products, so that few are taken. */
const SLOTS = 2 * STRETCH_SIZE;

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

/** @param hash the words' own: not every stretch computes it anew */
export function placesNamed(stretch: Stretch, words: readonly string[], hash: number): number[] {
  const { placesByName, nameHashOf } = stretch;
  const places: number[] = [];
  for (let slot = hash & (SLOTS - 1); placesByName[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
    const place = (placesByName[slot] as number) - 1;
    if (nameHashOf[place] === hash && isNamed(stretch, place, words)) places.push(place);
  }
  return places;
}

function isNamed(stretch: Stretch, place: number, words: readonly string[]): boolean {
  const { names, nameOffsets, words: known } = stretch;
  const start = nameOffsets[place] as number;
  const length = (nameOffsets[place + 1] as number) - start;
  return (
    length === words.length &&
    words.every((word, index) => known.at(names[start + index] as number) === word)
  );
}
