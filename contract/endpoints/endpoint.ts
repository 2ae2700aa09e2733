import { type TObject, type TSchema, Type } from 'typebox';
import type { RefusalCode } from '../refusals.ts';
import type { ReplyHeader } from './reply-headers.ts';

export const tags = {
  auth: 'Registration, login and recovery',
  catalogue: 'Products and searches, for everybody',
  cart: "The shopper's cart",
  orders: 'The checkout and what follows it',
  addresses: 'Where orders go',
  wallet: 'What orders are paid from',
  account: "The shopper's account, sessions and passkeys",
};

/** A call of the API, except for its method and path. */
export interface Endpoint {
  tag: keyof typeof tags;
  summary: string;
  /** Markdown. */
  description?: string;
  /** Whether the shopper's token must be sent. */
  needsToken?: true;
  params?: TObject;
  query?: TObject;
  headers?: TObject;
  body?: TObject;
  /** The status of success; 200 by default. */
  status?: 201 | 204;
  /** The body of success, unless the status is 204. */
  reply?: TSchema;
  /** The body of a 404 that is no refusal: a search without products. */
  nothingFound?: TSchema;
  replyHeaders?: readonly ReplyHeader[];
  /** Refusals of this call alone; `refusalsOf` adds the common ones. */
  refusals?: readonly RefusalCode[];
}

export const idParams = Type.Object({ id: Type.String() });

/** A password is checked once more, so that a stolen session is not enough. */
export const proofRefusals = [
  'CURRENT_PASSWORD_REQUIRED',
  'CURRENT_PASSWORD_WRONG',
  'FAILED_LOGINS_TOO_MANY',
  'TOO_MANY_REQUESTS',
] as const;
