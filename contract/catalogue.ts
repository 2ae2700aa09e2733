import { Type } from 'typebox';

export const Product = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  category: Type.String(),
  cost: Type.Number({ description: 'Dollars, at most two decimals' }),
  rating: Type.Number({ description: '0 (not rated yet) to 5 stars, in halves' }),
  image: Type.String({ description: 'Address of a picture' }),
});
export type Product = Type.Static<typeof Product>;

export const ProductList = Type.Array(Product);

export const ProductParams = Type.Object({ id: Type.String() });
