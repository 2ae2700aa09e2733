/** Reads the judged queries, and finds the products that are relevant to each; judgements.txt describes its syntax. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FeedProduct } from './feed.ts';

const judgements = readFileSync(resolve(import.meta.dirname, 'judgements.txt'), 'utf8');
export const kinds = ['plain', 'plural', 'typo', 'prefix', 'brand and type', 'attributes'] as const;

export interface JudgedQuery {
  /** One of `kinds`, or 'nonsense'. */
  kind: string;
  text: string;
  /** Indexes into the feed; none for nonsense. */
  relevant: ReadonlySet<number>;
}

type Rule = (product: FeedProduct) => boolean;

/** @throws Error where a rule can't be read, or doesn't tell the products apart */
export function judge(products: readonly FeedProduct[], text = judgements): JudgedQuery[] {
  return parseJudgements(text).map(({ kind, text, isRelevant }) => {
    const relevant = new Set(products.flatMap((each, index) => (isRelevant(each) ? index : [])));
    if ((relevant.size === 0) !== (kind === 'nonsense') || relevant.size === products.length) {
      throw new Error(`${relevant.size} products are relevant to '${text}'.`);
    }
    return { kind, text, relevant };
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

function split(list: string): string[] {
  return list
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean);
}

function parseRule(text: string, types: ReadonlyMap<string, Rule>): Rule {
  const alternatives = text.split(' OR ').map((part) => {
    return part.split(' AND ').map((term) => parseTerm(term, types));
  });
  return (product) => alternatives.some((terms) => terms.every((isTrue) => isTrue(product)));
}

function parseTerm(term: string, types: ReadonlyMap<string, Rule>): Rule {
  const [, not, text = ''] = /^(NOT )?(.*)$/.exec(term) ?? [];
  const [, name = '', pattern = ''] = /^(\w+): (.*)$/.exec(text) ?? [];
  const [field, regExp] = [fields[name], new RegExp(pattern, 'im')];
  const rule =
    field === undefined ? types.get(text) : (product: FeedProduct) => regExp.test(field(product));
  if (rule === undefined) throw new Error(`'${text}' is no field and no type.`);
  return not ? (product) => !rule(product) : rule;
}

const fields: Record<string, (product: FeedProduct) => string> = {
  name: nameOf,
  brand: ({ brand }) => brand,
  category: ({ categories }) => categories.join('\n'),
  depth: ({ categories }) => String(categories.length),
  description: ({ description }) => description,
  text: (product) => `${nameOf(product)}\n${product.description}`,
  colour: ({ name }) => name.slice(name.lastIndexOf(' - ')),
};

/** Without trademark signs: 'Apple® iPhone® 7' is 'Apple iPhone 7'. */
function nameOf({ name }: FeedProduct): string {
  return name.replace(/[®™©°]/g, '').replace(/\s+/g, ' ');
}
