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

export const ShopIdentity = fields({
  name: line(40),
  title: Type.Optional(line(70)),
  description: Type.Optional(line(200)),
  language: Type.Optional(Type.Literal('en', { description: '"en", the language of the pages' })),
  timeZone: Type.Optional(
    Type.String({ maxLength: 60, description: 'a time zone like "Europe/Berlin"' }),
  ),
  hero: Type.Optional(
    fields({
      promise: line(60),
      text: Type.Optional(line(160)),
    }),
  ),
  footer: Type.Optional(line(300)),
});
export type ShopIdentity = Type.Static<typeof ShopIdentity>;
