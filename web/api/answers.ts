/**
 * Checks of the API's answers. They are the contract's schemas without its limits, because another backend may have
 * others, and they require only the fields that the specification names. The build compiles this file, so that
 * browsers don't load the schema library (`scripts/compiled-answers.ts`).
 */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AddressList } from '../../contract/addresses.ts';
import { LoginReply } from '../../contract/auth.ts';
import { Cart } from '../../contract/cart.ts';
import { Facets, Product, SuggestionList } from '../../contract/catalogue.ts';
import { CheckoutReply, Order } from '../../contract/orders.ts';
import { ProductDetails } from '../../contract/pages.ts';
import { Wallet } from '../../contract/wallet.ts';

const LIMITS = new Set(['minimum', 'maximum', 'minLength', 'maxItems', 'format']);

/** Without limits; the server alone knows which numbers are whole. */
function withoutLimits(schema: unknown): unknown {
  if (schema === 'integer') return 'number';
  if (Array.isArray(schema)) return schema.map(withoutLimits);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !LIMITS.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutLimits(value)]));
}

function checkOf<T extends Type.TSchema>(schema: T) {
  const validator = Compile(withoutLimits(schema) as T);
  const check = (data: unknown): data is Type.Static<T> => validator.Check(data);
  return Object.assign(check, { code: validator.Code() });
}

const SpecifiedProduct = Type.Object({
  ...Type.Partial(Product).properties,
  ...Type.Pick(Product, ['_id', 'name', 'cost']).properties,
});
export type SpecifiedProduct = Type.Static<typeof SpecifiedProduct>;

export const isProductList = checkOf(Type.Array(SpecifiedProduct));
export const isProductDetails = checkOf(ProductDetails);
export const isFacets = checkOf(Facets);
export const isSuggestionList = checkOf(SuggestionList);
export const isCart = checkOf(Cart);
export const isAddressList = checkOf(AddressList);
export const isLoginReply = checkOf(
  Type.Object({
    ...Type.Partial(LoginReply).properties,
    ...Type.Pick(LoginReply, ['token']).properties,
  }),
);
export const isWallet = checkOf(Wallet);
export const isOrder = checkOf(Order);
export const isOrderList = checkOf(Type.Array(Order));
/** The reply of another backend may lack any field. */
export const isCheckoutReply = checkOf(Type.Partial(CheckoutReply));
