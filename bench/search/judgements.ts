/** Reads the judged queries over the real products; judgements.txt describes its syntax. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FeedProduct } from './feed.ts';
import { GRADE_MAX, type Grades } from './metrics.ts';
import { parseRule, type Rule } from './rules.ts';

const judgements = readFileSync(resolve(import.meta.dirname, 'judgements.txt'), 'utf8');
const kinds = ['plain', 'plural', 'typo', 'prefix', 'brand and type', 'attributes'] as const;

export interface JudgedQuery {
  /** The class of the query; 'nonsense' must find nothing. */
  kind: string;
  text: string;
  /** The grades by index in the feed. */
  grades: Grades;
}

/** @throws Error if a rule cannot be parsed, or matches no product or all of them */
export function judge(products: readonly FeedProduct[], text = judgements): JudgedQuery[] {
  return parseJudgements(text).map(({ kind, text, isRelevant }) => {
    const relevant = products.flatMap((each, index) => (isRelevant(each) ? index : []));
    if ((relevant.length === 0) !== (kind === 'nonsense') || relevant.length === products.length) {
      throw new Error(`${relevant.length} products are relevant to '${text}'.`);
    }
    return { kind, text, grades: new Map(relevant.map((index) => [index, GRADE_MAX])) };
  });
}

function parseJudgements(text: string) {
  const types = new Map<string, Rule>();
  let section = '';
  return text.split('\n').flatMap((line) => {
    const [, heading] = /^\[(.*)\]$/.exec(line) ?? [];
    section = heading ?? section;
    const [, name = '', rule = '', lists = ''] = /^([^#]+?) = (.*?)(?: ::(.*))?$/.exec(line) ?? [];
    if (name === '') return [];
    if (section === 'types') {
      const isRelevant = parseRule(rule, types);
      types.set(name, isRelevant);
      return lists
        .split('|')
        .flatMap((list, column) =>
          split(list).map((text) => ({ kind: kinds[column] ?? '', text, isRelevant })),
        );
    }
    return (lists === '' ? [''] : split(lists)).map((brand) => {
      const isRelevant = parseRule(rule.replaceAll('BRAND', brand), types);
      return { kind: section, text: name.replace('BRAND', brand), isRelevant };
    });
  });
}

/** Splits a list at its commas. */
export function split(list: string): string[] {
  return list
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean);
}
