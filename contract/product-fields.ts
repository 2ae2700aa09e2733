/** The fields of a product that shoppers get: where each is shown, and its schema. The server sends what stands here. */
import { type TSchema, Type } from 'typebox';
import {
  BRAND_MAX_LENGTH,
  CATEGORY_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  OPTION_MAX_LENGTH,
  PRODUCT_NAME_MAX_LENGTH,
} from './limits.ts';

interface ShownField {
  /** In every list of products; with the variants of a group and with one product; or only with one product. */
  shown: 'list' | 'variants' | 'details';
  schema: TSchema;
}

export const shownFields = {
  name: { shown: 'list', schema: Type.String({ maxLength: PRODUCT_NAME_MAX_LENGTH }) },
  category: {
    shown: 'list',
    schema: Type.String({ maxLength: CATEGORY_MAX_LENGTH, description: 'May be empty' }),
  },
  cost: {
    shown: 'list',
    schema: Type.Number({ description: 'Dollars, at most two decimals' }),
  },
  rating: {
    shown: 'list',
    schema: Type.Number({ description: '0 (not rated yet) to 5 stars, in halves' }),
  },
  image: { shown: 'list', schema: Type.String({ description: 'URL of a picture' }) },
  group: {
    shown: 'list',
    schema: Type.Optional(
      Type.String({
        description: 'The product that it is a variant of: the same for all variants',
      }),
    ),
  },
  option: {
    shown: 'list',
    schema: Type.Optional(
      Type.String({
        maxLength: OPTION_MAX_LENGTH,
        description: 'What distinguishes it from the other variants, like `M / Red`',
      }),
    ),
  },
  stock: {
    shown: 'variants',
    schema: Type.Union([Type.Integer(), Type.Null()], { description: 'Units; null: not counted' }),
  },
  brand: {
    shown: 'details',
    schema: Type.String({ maxLength: BRAND_MAX_LENGTH, description: 'May be empty' }),
  },
  description: {
    shown: 'details',
    schema: Type.String({ maxLength: DESCRIPTION_MAX_LENGTH, description: 'May be empty' }),
  },
} as const satisfies Record<string, ShownField>;

type ShownFields = typeof shownFields;
export type Place = ShownField['shown'];
/** The names of the fields that are shown there. */
export type NamesShown<In extends Place> = {
  [Name in keyof ShownFields]: ShownFields[Name]['shown'] extends In ? Name : never;
}[keyof ShownFields];

/** The properties of a schema. */
export function schemasShown<In extends Place>(
  place: In,
): { [Name in NamesShown<In>]: ShownFields[Name]['schema'] } {
  const shown = Object.entries(shownFields).filter(([, field]) => field.shown === place);
  const schemas = Object.fromEntries(shown.map(([name, { schema }]) => [name, schema]));
  // Safe: the fields of the literal above.
  return schemas as ReturnType<typeof schemasShown<In>>;
}
