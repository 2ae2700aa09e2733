/** What makes a shop one's own: the content of `shop.json`. Without it, the shop is the specification's. */
import { Type } from 'typebox';

const NO_CONTROL_CHARACTERS = '^[^\\u0000-\\u001f\\u007f]*$';

/** The descriptions say what would be right, for messages. */
const line = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: NO_CONTROL_CHARACTERS,
    description: `a text of 1 to ${maxLength} characters on one line`,
  });

/** An object without unknown fields. */
const fields = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object(properties, {
    additionalProperties: false,
    description: `an object with ${Object.keys(properties).join(', ')}`,
  });

const svg = Type.String({
  pattern: '^<',
  description: 'an SVG, or the name of its file like "file:logo.svg"',
});

const picture = Type.String({
  pattern: '^data:image/(?:png|jpeg|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$',
  description: 'the name of a file like "file:hero.jpg" (JPEG, PNG, WebP or AVIF)',
});

export const ShopIdentity = fields({
  name: line(40),
  title: Type.Optional(line(70)),
  description: Type.Optional(line(200)),
  language: Type.Optional(Type.Literal('en', { description: '"en", the language of the pages' })),
  timeZone: Type.Optional(
    Type.String({ maxLength: 60, description: 'a time zone like "Europe/Berlin"' }),
  ),
  accent: Type.Optional(
    Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'a colour like "#0f766e"' }),
  ),
  logo: Type.Optional(svg),
  logoDark: Type.Optional(svg),
  hero: Type.Optional(
    fields({
      promise: line(60),
      text: Type.Optional(line(160)),
      picture: Type.Optional(picture),
    }),
  ),
  footer: Type.Optional(line(300)),
});
export type ShopIdentity = Type.Static<typeof ShopIdentity>;
