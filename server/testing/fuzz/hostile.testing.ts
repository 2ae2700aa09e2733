/** Values that only an attacker sends. */
import fc from 'fast-check';

/** Longer than the maximum head of a request. */
const TOO_LONG = 20_000;
const DEEP = 10_000;

const words = (text: string): string[] => text.split(/\s+/);

const texts = [
  '',
  ' ',
  '\0',
  ...words(
    'null undefined NaN -1 1e999 __proto__ constructor hasOwnProperty % _% %00 %zz %E0%A4%A',
  ),
  ...words(
    '../../../etc/passwd ..%2f..%2fpackage.json <script>alert(1)</script> </script><!-- {{7*7}}',
  ),
  '5 constructor',
  "' or 1=1 --",
  '"; drop table users; --',
  'lamp" NEAR/2 -"x* OR (',
  '\\',
  '"><img src=x onerror=alert(1)>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: sent literally
  '${7*7}',
  'x\r\nset-cookie: a=b',
  '\ufeff',
  '\u202etxt',
  '\ud800',
  'e\u0301\u0301\u0301',
  'ﷺ'.repeat(200),
  '👩‍👩‍👧‍👦',
  'İıſK',
  '//\\[',
  ','.repeat(300),
  '/'.repeat(9_000),
  'a '.repeat(3_000),
  'x'.repeat(TOO_LONG),
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.string({ maxLength: 300 }),
);

const jsons = [
  ...words('null true [] {} "" NaN Infinity -Infinity undefined "\\ud800" "\\u0000" "\\x41"'),
  ...words('-0 1e999 -1e999 1e-999 01 0x10 1. 0.5 -3 98.99999999999999999999 9007199254740993'),
  '1234567890123456789012345678901234567890',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"length":-1}',
  '['.repeat(DEEP) + ']'.repeat(DEEP),
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  '['.repeat(DEEP),
];

/** Hostile JSON, and texts that resemble JSON. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...jsons),
  fc.json({ stringUnit: 'binary' }),
  hostileText.map((text) => JSON.stringify(text)),
);

/** Names with a meaning in JavaScript or HTTP, and meaningless ones. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words('__proto__ constructor prototype toString isAdmin balance userId')),
  hostileText,
);

const headers = words(
  `accept accept-encoding accept-version access-control-request-method authorization
  content-encoding content-type cookie expect expected-total forwarded idempotency-key if-match
  if-modified-since if-none-match only-if-placed origin range te upgrade x-forwarded-host x-forwarded-proto
  x-http-method-override x-request-id`,
);

export const hostileHeader: fc.Arbitrary<[name: string, value: string]> = fc.tuple(
  fc.constantFrom(...headers),
  fc.oneof(
    hostileText,
    fc.constantFrom(
      ...words('* bytes=0-0,-1 bytes=9999999999999999999- br;q=9,*;q=-1,gzip;q=NaN'),
      ...words('identity;q=0,*;q=0 websocket DELETE Bearer text/html'),
      'W/"x", *',
      'https, http',
    ),
  ),
);

export const contentType: fc.Arbitrary<string> = fc.constantFrom(
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/json, text/plain',
  ...words('APPLICATION/JSON;;; application/json+x text/plain application/x-www-form-urlencoded'),
  ...words('multipart/form-data text/xml / ;'),
  '',
);
