/** Generates requests from the schemas of their calls: valid, nearly valid and hostile ones. */
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { paths } from '../../../contract/paths.ts';
import {
  contentType,
  hostileHeader,
  hostileJson,
  hostileName,
  hostileText,
} from './hostile.testing.ts';
import type { Operation, Parameter } from './operations.testing.ts';

/**
 * A request as data. When it is sent, `{{address 3}}` in it is replaced by the id of an address that the shop has
 * returned.
 */
export interface Call {
  operation: Operation;
  method: string;
  path: Record<string, string>;
  /** Whether values are sent unchanged instead of percent-encoded. */
  isRaw: boolean;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  contentType: string | undefined;
  body: string;
  /** Whether the request is sent a second time before the first reply. */
  isDoubled: boolean;
}

export function callsTo(operations: readonly Operation[]): fc.Arbitrary<Call> {
  return weighted(...operations.map((one) => [weightOf(one), callTo(one)] as const));
}

function weighted<T>(
  ...choices: (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/**
 * Calls that change data are more frequent, most of all orders, which need a cart, an address and money. Slow calls, which
 * hash a password or render a page, are less frequent.
 */
function weightOf({ method, template, needsToken, body }: Operation): number {
  if (template === paths.checkout) return 24;
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, TSchema> };
  const isSlow = template.includes('/auth/') || template === '/' || 'currentPassword' in properties;
  if (isSlow) return 1;
  return needsToken ? (method === 'POST' ? 8 : 4) : 2;
}

function callTo(operation: Operation): fc.Arbitrary<Call> {
  const { method, template, parameters, body, needsToken } = operation;
  const at = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  return fc.record({
    operation: fc.constant({
      ...operation,
      // A long value would hide the rest of a failure's report.
      [fc.toStringMethod]: () => `${method} ${template}`,
    }),
    method: rarely(
      method,
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'),
    ),
    path: fc.record(
      Object.fromEntries(
        at('path').map(({ name }) => [name, partNamed(nounBefore(template, name))]),
      ),
    ),
    isRaw: rarely(false, fc.boolean()),
    query: pairs(at('query'), fc.tuple(hostileName, hostileText)),
    headers: fc
      .tuple(tokens(needsToken), pairs(at('header'), hostileHeader))
      .map(([token, others]) => [...token, ...others]),
    contentType: rarely(body && 'application/json', contentType),
    body: body === undefined ? rarely('', hostileJson) : bodies(body),
    isDoubled: rarely(false, fc.boolean()),
  });
}

/** Generates nearly always the usual value. */
function rarely<T, U>(usual: T, others: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return weighted<T | U>([15, fc.constant(usual)], [1, others]);
}

function tokens(needsToken: boolean): fc.Arbitrary<[string, string][]> {
  const bearer = (token: string): [string, string][] => [['authorization', `Bearer ${token}`]];
  const known = fc.nat(3).map((n) => bearer(`{{token ${n}}}`));
  const others = fc.oneof(fc.constant<[string, string][]>([]), hostileText.map(bearer));
  return needsToken
    ? weighted([15, known], [1, others])
    : weighted([1, known], [3, fc.constant<[string, string][]>([])]);
}

/** Generates most of the parameters, some of them twice, and some unknown ones. */
function pairs(
  parameters: readonly Parameter[],
  unknown: fc.Arbitrary<[string, string]>,
): fc.Arbitrary<[string, string][]> {
  const known = parameters.map(({ name, schema }) => {
    const pair = textOf(schema, name).map((text): [string, string] => [name, text]);
    return fc.array(pair, { maxLength: 2, size: 'xsmall' });
  });
  const extra = weighted(
    [4, fc.constant<[string, string][]>([])],
    [1, fc.array(unknown, { maxLength: 3 })],
  );
  return fc.tuple(fc.tuple(...known), extra).map(([some, others]) => [...some.flat(), ...others]);
}

function bodies(schema: TSchema): fc.Arbitrary<string> {
  const body = jsonOf(schema, '');
  return weighted(
    [20, body],
    [2, hostileJson],
    [1, hostileText],
    [1, body.map((json) => `\ufeff${json}`)],
    [1, body.map((json) => json.slice(0, -1))],
  );
}

/** Generates JSON that is usually valid by the schema. */
function jsonOf(schema: TSchema, name: string): fc.Arbitrary<string> {
  const { type, properties } = schema as { type?: string; properties?: Record<string, TSchema> };
  if (type === 'object' && properties) return objectOf(properties);
  const valid =
    type === 'string'
      ? textOf(schema, name).map((text) => JSON.stringify(text))
      : numberOf(schema as Range).map(String);
  return weighted([9, valid], [1, hostileJson]);
}

/** Generates an object with its properties, of which some are missing or repeated, and with unknown ones. */
function objectOf(properties: Record<string, TSchema>): fc.Arbitrary<string> {
  const known = Object.entries(properties).map(([name, schema]) => {
    const entry = jsonOf(schema, name).map((json) => `${JSON.stringify(name)}:${json}`);
    const entries = fc.array(entry, { minLength: 1, maxLength: 2, size: 'xsmall' });
    return weighted([12, entries], [1, fc.constant([])]);
  });
  const unknown = fc
    .tuple(hostileName, hostileJson)
    .map(([name, json]) => [`${JSON.stringify(name)}:${json}`]);
  return fc
    .tuple(fc.tuple(...known), rarely<string[], string[]>([], unknown))
    .map(([some, others]) => `{${[...some.flat(), ...others].join(',')}}`);
}

interface Range {
  minimum?: number;
  maximum?: number;
}

function numberOf({ minimum = -10, maximum = 1_000 }: Range): fc.Arbitrary<number> {
  return weighted(
    [12, fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) })],
    [4, fc.integer({ min: minimum, max: maximum })],
    [1, fc.constantFrom(minimum - 1, maximum + 1, minimum + 0.5)],
  );
}

/** Generates a value that is usually valid by the schema. */
function textOf(schema: TSchema, name: string): fc.Arbitrary<string> {
  const { pattern, enum: choices, const: only } = schema as Record<string, unknown>;
  const orHostile = (fitting: fc.Arbitrary<string>) => weighted([5, fitting], [1, hostileText]);
  if (typeof pattern === 'string') return orHostile(fc.stringMatching(new RegExp(pattern)));
  const listed = Array.isArray(choices) ? choices : only === undefined ? [] : [only];
  if (listed.length > 0) return orHostile(fc.constantFrom(...listed.map(String)));
  return textNamed(/^(\w+)Id$/.exec(name)?.[1]);
}

/** @param noun the kind of thing that the text identifies, if known; usually the text is an id of this kind */
function textNamed(noun: string | undefined): fc.Arbitrary<string> {
  const live = fc.nat(20).map((n) => `{{${noun ?? 'id'} ${n}}}`);
  const plain = fc.constantFrom(
    ...['lamp', 'desk lamp', 'tea', 'garden', 'headphnes', '55 inch', 'Baker Street 221'],
  );
  return weighted(
    [noun === undefined ? 1 : 12, live],
    [3, plain],
    [1, fc.string({ minLength: 6, maxLength: 20 })],
    [2, hostileText],
  );
}

/** Generates a part of a path, which is never empty, because the path would belong to another call then. */
function partNamed(noun: string | undefined): fc.Arbitrary<string> {
  return textNamed(noun).filter((text) => text !== '');
}

/** The kind of thing that a path's parameter identifies: an address in `/user/addresses/{id}`. */
function nounBefore(template: string, parameter: string): string | undefined {
  const [, collection] = new RegExp(`/(\\w+)/\\{${parameter}\\}`).exec(template) ?? [];
  return collection && nounOf(collection);
}

export function nounOf(collection: string): string {
  return collection.replace(/(?<=ss)es$|s$/, '');
}
