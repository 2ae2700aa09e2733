/** The API: what each call takes, replies and refuses. Routes, the OpenAPI document and tests take it from here. */
import type { Static, TSchema } from 'typebox';
import { type CallName, callOf } from '../calls.ts';
import type { RefusalCode } from '../refusals.ts';
import { accountEndpoints } from './account.ts';
import { authEndpoints } from './auth.ts';
import { catalogueEndpoints } from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import { shoppingEndpoints } from './shopping.ts';

export const endpoints = {
  ...authEndpoints,
  ...catalogueEndpoints,
  ...shoppingEndpoints,
  ...accountEndpoints,
} as const satisfies Record<CallName, Endpoint>;

// Safe: the endpoints are those of the calls.
export const callNames = Object.keys(endpoints) as CallName[];

type Endpoints = typeof endpoints;
/** The type of a part of a call, such as its body; `Otherwise` if the call has no such part. */
export type PartOf<
  Name extends CallName,
  Part extends 'params' | 'query' | 'headers' | 'body' | 'reply',
  Otherwise = unknown,
> = Endpoints[Name] extends Record<Part, infer Schema extends TSchema> ? Static<Schema> : Otherwise;

/** The token of a call, if it needs one. */
export type TokenOf<Name extends CallName> = Endpoints[Name] extends { needsToken: true }
  ? string
  : never;

/** Refusals that any call may get. */
const anyCall = [
  'URL_MALFORMED',
  'REQUEST_INVALID',
  'REQUEST_TOO_SLOW',
  'HEADERS_TOO_LARGE',
  'BODY_ENCODED',
  'OVERLOADED',
] as const;
const withToken = ['LOGIN_REQUIRED', 'SESSION_EXPIRED'] as const;
const withBody = ['JSON_MALFORMED', 'BODY_TOO_LARGE', 'NOT_JSON'] as const;

/** Every refusal of a call. */
export function refusalsOf(name: CallName): RefusalCode[] {
  const { needsToken, refusals = [] }: Endpoint = endpoints[name];
  const { method } = callOf(name);
  return [
    ...refusals,
    ...(needsToken ? withToken : []),
    ...(method === 'GET' ? [] : withBody),
    ...anyCall,
  ];
}
