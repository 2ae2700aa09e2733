/** What makes a shop one's own: the content of `shop.json` (R13.1). */
import { Type } from 'typebox';
import { TAX_KEY_PATTERN, TAX_KEY_RULE } from './limits.ts';
import { BLANK } from './text.ts';

/**
 * Control characters, and halves of surrogate pairs. PostgreSQL can't store the character 0, so an invoice with it could
 * never be issued.
 */
const NO_TEXT = '\\p{Cc}\\p{Cs}';

/** Requires one visible character; forbids `characters` unless they match `except`. */
const textWithout = (characters: string, except = '') =>
  `^(?=[^]*[^${BLANK}])(?:[^${characters}]${except && `|${except}`})*$`;

/** The descriptions say what would be right, for messages. */
const line = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: textWithout(`${NO_TEXT}\\p{Zl}\\p{Zp}`),
    description: `a text of 1 to ${maxLength} characters on one line`,
  });

/** An object without unknown fields. */
const fields = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, {
    additionalProperties: false,
    description: `an object with ${Object.keys(properties).join(', ')}`,
  });

const logo = Type.String({
  pattern: '^<|^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$',
  description: 'an SVG, or the name of a file like "file:logo.svg" (SVG or PNG)',
});

const picture = Type.String({
  pattern: '^data:image/(?:png|jpeg|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$',
  description: 'the name of a file like "file:hero.jpg" (JPEG, PNG, WebP or AVIF)',
});

export const LEGAL_TEXTS_MAX = 9;
export const LEGAL_TEXT_MAX_LENGTH = 100_000;

/** Who sells: in the imprint, on invoices, in structured data. */
const Seller = fields({
  legalName: line(100),
  address: Type.String({
    minLength: 1,
    maxLength: 300,
    pattern: textWithout(NO_TEXT, '\\n'),
    description: 'a postal address of 1 to 300 characters, with \\n between its lines',
  }),
  country: Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'the code of a country, like "DE"',
  }),
  taxId: Type.Optional(line(40)),
  email: Type.String({
    maxLength: 100,
    pattern: `^[^@<>"${BLANK}]+@[^@<>"${BLANK}]+$`,
    description: 'an email address',
  }),
  phone: Type.Optional(line(40)),
});
export type Seller = Type.Static<typeof Seller>;

/** Who delivers, and where a shopper follows a parcel. */
const Carrier = fields({
  name: line(40),
  url: Type.String({
    maxLength: 300,
    pattern: `^https://[^{}"<>${BLANK}]+\\{number\\}[^{}"<>${BLANK}]*$`,
    description: 'an address with {number} in it, like "https://carrier.example/track?id={number}"',
  }),
});
export type Carrier = Type.Static<typeof Carrier>;

const DELIVERY_DAYS_MAX = 60;

/** What the shop promises of delivery. */
const Delivery = fields({
  businessDays: Type.Integer({
    minimum: 1,
    maximum: DELIVERY_DAYS_MAX,
    description: `a number of business days from 1 to ${DELIVERY_DAYS_MAX}`,
  }),
  text: Type.Optional(line(160)),
});

const percent = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'a number of percent from 0 to 100',
});

const TAX_RATES_MAX = 10;

/** One rate alone (`percent`), or several: `taxRatesOf` turns both into a list. */
const Tax = fields({
  name: line(20),
  percent: Type.Optional(percent),
  rates: Type.Optional(
    Type.Array(
      fields({
        key: Type.String({ pattern: TAX_KEY_PATTERN, description: TAX_KEY_RULE }),
        percent,
        usual: Type.Optional(Type.Boolean({ description: 'true or false' })),
      }),
      {
        minItems: 1,
        maxItems: TAX_RATES_MAX,
        description: `a list of 1 to ${TAX_RATES_MAX} rates`,
      },
    ),
  ),
});

/** Years for which documents stay whole, also after the account is erased. */
export const DOCUMENT_YEARS = 10;

export const ShopIdentity = fields({
  name: line(40),
  title: Type.Optional(line(70)),
  description: Type.Optional(line(200)),
  locale: Type.Optional(
    Type.String({ maxLength: 35, description: 'a language and a country like "de-DE"' }),
  ),
  timeZone: Type.Optional(
    Type.String({ maxLength: 60, description: 'a time zone like "Europe/Berlin"' }),
  ),
  accent: Type.Optional(
    Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'a colour like "#0f766e"' }),
  ),
  logo: Type.Optional(logo),
  logoDark: Type.Optional(logo),
  hero: Type.Optional(
    fields({
      promise: line(60),
      text: Type.Optional(line(160)),
      picture: Type.Optional(picture),
    }),
  ),
  footer: Type.Optional(line(300)),
  delivery: Type.Optional(Delivery),
  seller: Type.Optional(Seller),
  tax: Type.Optional(Tax),
  documentYears: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      description:
        'a number of years from 1 to 30 for which invoices keep the address of the buyer',
    }),
  ),
  legal: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9-]{0,29}$' }),
      Type.String({
        maxLength: LEGAL_TEXT_MAX_LENGTH,
        description: `Markdown of at most ${LEGAL_TEXT_MAX_LENGTH} characters, or the name of its file like "file:imprint.md"`,
      }),
      {
        additionalProperties: false,
        maxProperties: LEGAL_TEXTS_MAX,
        description: `an object of up to ${LEGAL_TEXTS_MAX} texts with names like "imprint", "privacy", "terms", "returns"`,
      },
    ),
  ),
  carriers: Type.Optional(
    Type.Array(Carrier, { maxItems: 20, description: 'a list of up to 20 carriers' }),
  ),
});
export type ShopIdentity = Type.Static<typeof ShopIdentity>;
