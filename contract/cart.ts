import { Type } from 'typebox';
import { QUANTITY_MAX } from './limits.ts';
import * as messages from './messages.ts';

export const CartItem = Type.Object({
  productId: Type.String(),
  qty: Type.Integer({ minimum: 1, maximum: QUANTITY_MAX }),
});
export type CartItem = Type.Static<typeof CartItem>;

export const Cart = Type.Array(CartItem, {
  description: 'In the order in which the products were added',
});
export type Cart = Type.Static<typeof Cart>;

export const CartChangeBody = Type.Object({
  productId: Type.String({ minLength: 1, refusal: messages.productIdRequired }),
  qty: Type.Integer({
    minimum: 0,
    maximum: QUANTITY_MAX,
    description: 'The new quantity; 0 removes the product',
    refusal: messages.quantityInvalid,
  }),
});
export type CartChangeBody = Type.Static<typeof CartChangeBody>;
