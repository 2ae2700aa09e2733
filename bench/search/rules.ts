/** Parses rules that select the products of a query; shops-judgements.txt describes their syntax. */
import type { FeedProduct } from '../../server/testing/generated-catalogue.ts';

export type Rule = (product: FeedProduct) => boolean;

/**
 * @param types the rules of named types
 * @throws Error if a field or type does not exist
 */
export function parseRule(text: string, types: ReadonlyMap<string, Rule>): Rule {
  const alternatives = text.split(' OR ').map((part) => {
    return part.split(' AND ').map((term) => parseTerm(term.trim(), types));
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

/** The name without trademark signs: 'Apple® iPhone® 7' is 'Apple iPhone 7'. */
function nameOf({ name }: FeedProduct): string {
  return name.replace(/[®™©°]/g, '').replace(/\s+/g, ' ');
}
