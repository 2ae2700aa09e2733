import { refusalHeaders, searchHeaders } from '../headers.ts';

/** The headers of replies that scripts of other origins may read, and what they mean. */
export const replyHeaders = {
  'Content-Disposition': 'The name under which a browser saves the reply',
  ETag: 'The version of the reply; `If-None-Match` with it is answered with 304 while nothing has changed',
  Link: 'The next page: `<path>; rel="next"`; missing on the last page',
  'Retry-After': 'Seconds to wait before the next try',
  'Idempotency-Replayed': '`true` if this reply repeats that of an earlier request',
  'X-Request-Id': 'Identifies the request in the log of the shop',
  [searchHeaders.correctedTo]:
    'The text that was searched for instead of a misspelt one, percent-encoded',
  [searchHeaders.relaxedTo]:
    'The words of the first result if no product has all words, percent-encoded',
  [searchHeaders.extendedTo]:
    'The words of the first of the products that follow the few which have all words, percent-encoded',
  'WWW-Authenticate': 'How to authenticate: `Bearer`',
  [refusalHeaders.code]: 'Why the request was refused',
  [refusalHeaders.details]: 'Values that belong to the code, as form-encoded pairs',
} as const;
export type ReplyHeader = keyof typeof replyHeaders;
