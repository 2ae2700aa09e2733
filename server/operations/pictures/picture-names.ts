/**
 * Finds whose picture a file is by its name: `lamp.jpg`, `lamp-1.jpg`; also without case, with what cameras and systems add,
 * and by the name of a product or of a group of variants. Where two fit, neither is chosen.
 */
import { parse } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { groupNameOf } from '../../../contract/variants.ts';
import { fold } from '../../../packages/search/index.ts';
import { quote } from '../../platform/quote.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { listNames, pages } from '../../shop/catalogue/pictures/store.ts';

const NUMBERED = /^(.+)-(\d{1,3})$/s;
/** What cameras and systems add: `lamp_1`, `lamp 1`, `lamp (1)`. */
const ADDED = /^(.+?)(?:[\s_-]+(\d{1,3})|\s*\((\d{1,3})\))$/s;
/** What systems add to the name of a copy. */
const COPY = /[\s_-]+(?:copy|kopie|copie|copia|cópia|kopia|kopi|kópia|копия)$/i;
const BATCH_SIZE = 1_000;
/** Files whose nearest product is looked for. */
const NEAREST_MAX = 20;

/** What a name may mean, and which picture of it the file would be. */
interface Claim {
  key: string;
  number: number;
  /** An id that is written exactly like this comes before ids that differ in case. */
  exactly?: string;
}

export interface Owner {
  /** Of a product, or of a group, whose variants have the picture if they have none of their own. */
  id: string;
  /** Its pictures are shown in the order of their numbers. */
  number: number;
}

/** @returns the owner of each file, or what follows the file's name in a message */
export async function findOwners(
  db: Db,
  files: readonly string[],
): Promise<Map<string, Owner | string>> {
  const claims = new Map(files.map((file) => [file, claimsOf(file)]));
  const owners = new OwnersByKey([...claims.values()].flat(2));
  for await (const rows of pages((page) => listNames(db, page), BATCH_SIZE)) {
    for (const row of rows) owners.add(row);
  }
  const found = new Map([...claims].map(([file, levels]) => [file, owners.find(levels)]));
  const unknown = files.filter((file) => found.get(file) === undefined);
  const nearest = await findNearest(db, unknown.slice(0, NEAREST_MAX));
  return new Map(
    [...found].map(([file, owner]) => {
      const near = nearest.get(file);
      const hint = near === undefined ? '' : `; the nearest is ${near}`;
      const none = `is of no product: there is none ${quote(splitNumber(nameOf(file)).id)}${hint}`;
      return [file, owner ?? none];
    }),
  );
}

/** The claims that come first are looked at first; those beside each other together. */
function claimsOf(file: string): Claim[][] {
  const name = nameOf(file);
  const { id, number } = splitNumber(name);
  const original = name.replace(COPY, '');
  const [, base = original, plain, bracketed = '0'] = ADDED.exec(original) ?? [];
  return [
    [{ key: toIdKey(name), number: 0, exactly: name }],
    [{ key: toIdKey(id), number, exactly: id }],
    [
      { key: toWordsKey(name), number: 0 },
      { key: toWordsKey(base), number: Number(plain ?? bracketed) },
      { key: toWordsKey(base.replace(COPY, '')), number: Number(plain ?? bracketed) },
    ],
  ];
}

function nameOf(file: string): string {
  return parse(file).name.normalize('NFC').trim();
}

function splitNumber(name: string): { id: string; number: number } {
  const [, id = name, number = '0'] = NUMBERED.exec(name) ?? [];
  return { id, number: Number(number) };
}

function toIdKey(id: string): string {
  return `id ${id.normalize('NFC').toLowerCase()}`;
}

function toWordsKey(text: string): string {
  return `words ${toWords(text)}`;
}

/** Letters and digits without case and accents, umlauts with e. A text without any is itself. */
function toWords(text: string): string {
  const normal = fold(text.normalize('NFKD').toLowerCase()).normalize('NFKC');
  return normal.match(/[\p{L}\p{N}\p{M}]+/gu)?.join(' ') ?? normal;
}

interface Names {
  id: string;
  name: string;
  option: string;
  group_id: string;
}

/** Which products and groups have a key, for the keys of the files alone. */
class OwnersByKey {
  /** The group of each owner; a product without one is its own. */
  readonly #owners: Map<string, Map<string, string>>;

  constructor(claims: readonly Claim[]) {
    this.#owners = new Map(claims.map(({ key }) => [key, new Map()]));
  }

  add(row: Names): void {
    const { id, name, group_id } = row;
    const group = group_id || id;
    for (const key of [toIdKey(id), toWordsKey(id), toWordsKey(name)]) {
      this.#owners.get(key)?.set(id, group);
    }
    if (group_id === '') return;
    const title = groupNameOf(row);
    const keys = [toIdKey(group_id), toWordsKey(group_id)];
    for (const key of title === name ? keys : [...keys, toWordsKey(title)]) {
      this.#owners.get(key)?.set(group_id, group_id);
    }
  }

  /** @returns undefined if there is none; a sentence if there are several */
  find(levels: readonly Claim[][]): Owner | string | undefined {
    for (const level of levels) {
      const fits = new Map<string, number>();
      for (const { key, number, exactly } of level) {
        for (const id of this.#ownersOf(key, exactly)) if (!fits.has(id)) fits.set(id, number);
      }
      const [first, second] = [...fits].map(([id, number]) => ({ id, number }));
      if (first !== undefined && second !== undefined) {
        return `fits ${quote(first.id)} and ${quote(second.id)}: name it like one of these ids`;
      }
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** Variants of one group that fit equally are the group. */
  #ownersOf(key: string, exactly: string | undefined): Iterable<string> {
    const owners = this.#owners.get(key) ?? new Map<string, string>();
    if (exactly !== undefined && owners.has(exactly)) return [exactly];
    const groups = new Set(owners.values());
    return owners.size > 1 && groups.size === 1 ? groups : owners.keys();
  }
}

/** @returns the product whose id or name differs least, by letters or by words, if that is less than half of it */
async function findNearest(db: Db, files: readonly string[]): Promise<Map<string, string>> {
  const nearest = new Map<string, string>();
  if (files.length === 0) return nearest;
  const sought = files.map((file) => {
    const text = toWords(splitNumber(nameOf(file)).id);
    return { file, text, words: text.split(' '), least: text.length / 2 };
  });
  for await (const rows of pages((page) => listNames(db, page), BATCH_SIZE)) {
    for (const { id, name } of rows) {
      for (const text of [toWords(id), toWords(name)]) {
        const words = new Set(text.split(' '));
        for (const one of sought) {
          const others = one.words.filter((word) => !words.has(word));
          const byWords = Math.max(1, others.join('').length);
          const isClose = Math.abs(text.length - one.text.length) < one.least;
          const differs = Math.min(byWords, isClose ? distance(text, one.text) : byWords);
          if (differs >= one.least) continue;
          one.least = differs;
          nearest.set(one.file, `${quote(id)} (${quote(name)})`);
        }
      }
    }
  }
  return nearest;
}
