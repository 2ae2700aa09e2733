/** How the shop in memory answers each call of the API. */
import type { Type } from 'typebox';
import type { Address, AddressBody } from '../../contract/addresses.ts';
import type { CredentialsBody, LoginReply } from '../../contract/auth.ts';
import type { Cart, CartChangeBody } from '../../contract/cart.ts';
import * as messages from '../../contract/messages.ts';
import type {
  CheckoutBody,
  CheckoutReply,
  FoundOrder,
  Invoice,
  Order,
} from '../../contract/orders.ts';
import type { Wallet } from '../../contract/wallet.ts';
import { describeProduct, listFacets, listProducts, suggest } from './product-answers.ts';
import { json, linkTo, REPLAYED, refusal, respond } from './replies.ts';
import type { ShopState } from './shop-state.ts';

/** Fewer than the server's, for short lists. */
const ORDERS_PAGE_SIZE = 3;

/** The fields of all calls; each call has some of them. */
type SentBody = Partial<CartChangeBody> &
  Type.Static<typeof CredentialsBody> &
  Type.Static<typeof AddressBody> &
  Type.Static<typeof CheckoutBody>;

/** One request of the page. */
export interface Sent {
  /** Like `POST /cart`. */
  call: string;
  parameters: URLSearchParams;
  /** The parsed body; empty if there is none. */
  body: SentBody;
  headers: Headers;
  /** Aborted once the page cancels the request. */
  signal: AbortSignal;
}

type Answers = Record<string, (sent: Sent, id: string) => Response>;

/** @returns the answer to a request from the state of this shop */
export function answersOf(shop: ShopState): (sent: Sent) => Response {
  const answers: Answers = {
    ...productAnswers(shop),
    ...accountAnswers(shop),
    ...orderAnswers(shop),
  };
  return (sent) => {
    const [call = '', id = ''] = splitId(sent.call);
    const answer = answers[call];
    if (answer === undefined) return refusal(404, 'Not found');
    const isForShopper = /\/(?:cart|user|orders|auth\/logout)/.test(call);
    if (isForShopper && sent.headers.get('authorization') !== `Bearer ${shop.token}`) {
      return refusal(401, 'Session expired. Log in again.');
    }
    return answer(sent, decodeURIComponent(id));
  };
}

const productAnswers = (shop: ShopState): Answers => ({
  'GET /products': ({ parameters }) => listProducts(shop, parameters),
  'GET /products/search': ({ parameters }) => listProducts(shop, parameters),
  'GET /products/facets': ({ parameters }) => listFacets(shop, parameters),
  'GET /products/suggestions': ({ parameters }) => suggest(shop, parameters),
  'GET /product-details': ({ parameters }) => describeProduct(shop, parameters),
});

const accountAnswers = (shop: ShopState): Answers => ({
  'POST /auth/register': () => json({ success: true }, 201),
  'POST /auth/login': ({ body: { username = '' } }) =>
    json<LoginReply>({ success: true, token: shop.token, username, balance: shop.balance }, 201),
  'POST /auth/logout': () => json({ success: true }),
  'GET /user/addresses': () => json<Address[]>(shop.addresses),
  'POST /user/addresses': ({ body: { address = '' } }) => {
    if (address.trim() === '') return refusal(400, 'Address must not be empty');
    if (address.length > 500) return refusal(400, 'Address must be at most 500 characters');
    shop.saveAddress(address.trim());
    return json<Address[]>(shop.addresses);
  },
  'DELETE /user/addresses/': (_sent, id) => {
    shop.addresses = shop.addresses.filter(({ _id }) => _id !== id);
    return json<Address[]>(shop.addresses);
  },
  'GET /user/wallet': () => json<Wallet>({ balance: shop.balance }),
});

function orderAnswers(shop: ShopState): Answers {
  /** The replies to orders, by idempotency key. */
  const placed = new Map<string, CheckoutReply>();
  return {
    'GET /cart': () => json<Cart>(shop.cart),
    'POST /cart': ({ body: { productId = '', qty = 0 } }) => {
      shop.changeCart({ productId, qty });
      return json<Cart>(shop.cart);
    },
    'POST /cart/checkout': ({ body, headers }) => {
      const key = headers.get('idempotency-key') ?? '';
      const first = placed.get(key);
      if (first !== undefined) return json<CheckoutReply>(first, 200, REPLAYED);
      if (headers.has('only-if-placed')) return refusal(409, messages.nothingOrdered);
      if (shop.cart.length === 0) return refusal(400, 'Cart is empty');
      const address = shop.addresses.find(({ _id }) => _id === body.addressId);
      if (address === undefined) return refusal(404, 'Address does not exist');
      const reply = shop.placeOrder(address.address);
      if (key !== '') placed.set(key, reply);
      return json<CheckoutReply>(reply);
    },
    'GET /orders': ({ parameters }) => {
      const start = Number(parameters.get('cursor') ?? 0);
      const end = start + ORDERS_PAGE_SIZE;
      const next = end < shop.orders.length ? linkTo('/orders', new URLSearchParams(), end) : {};
      return json<Order[]>(shop.orders.slice(start, end), 200, next);
    },
    'GET /orders/': (_sent, id) => {
      const creditOf = ({ history }: Order) => history?.find(({ invoice }) => invoice === id);
      const order = shop.orders.find(
        (one) => [one.id, one.number, one.invoice].includes(id) || creditOf(one),
      );
      if (order === undefined) return respond({ status: 404 });
      const credit = creditOf(order);
      const hasDocument = credit !== undefined || order.invoice === id;
      return json<FoundOrder>({
        ...order,
        ...(hasDocument && { document: toDocument(order, id, credit?.amount) }),
      });
    },
    'POST /orders//cancel': (_sent, id) => {
      const order = shop.orders.find((candidate) => candidate.id === id);
      if (order === undefined) return refusal(404, 'Order does not exist');
      if (order.status === 'cancelled') return json<Order>(order, 200, REPLAYED);
      return json<Order>(shop.cancelOrder(order));
    },
  };
}

/** @param refunded the amount of a credit note for no lines */
function toDocument(order: Order, number: string, refunded: number | undefined): Invoice {
  const { placedAt, address, lines, total } = order;
  const day = placedAt.slice(0, 10);
  return {
    number,
    ...{ issuedOn: day, suppliedOn: day },
    seller: 'Birch Ltd\n2 Mill Lane',
    buyer: address,
    lines:
      refunded === undefined
        ? lines.map((line) => ({ ...line, amount: line.cost * line.qty }))
        : [],
    taxes: [],
    total: refunded ?? total,
  };
}

/** Splits the id from a call: `POST /orders/7/cancel` is answered as `POST /orders//cancel`. */
function splitId(call: string): string[] {
  const [, before, id, after = ''] =
    /^(.* \/(?:orders|user\/addresses)\/)([^/]+)(.*)$/.exec(call) ?? [];
  return id === undefined ? [call] : [`${before}${after}`, id];
}
