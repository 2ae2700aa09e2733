import { expect, test } from 'vitest';
import {
  type OrderAttempt,
  type OrderEvent,
  type OrderState,
  orderReducer,
} from './order-state.ts';

const order: OrderAttempt = {
  key: 'key',
  username: 'crio.do',
  addressId: 'home',
  totalCents: 100,
  balanceCents: 500_000,
  lines: [{ productId: 'lamp', name: 'Lamp', cost: 1, qty: 1 }],
  pressedAt: 0,
};
const other: OrderAttempt = { ...order, key: 'other' };

const none: OrderState = { status: 'none' };
const sending: OrderState = { status: 'sending', order, lostRequests: 0 };
const sendingAgain: OrderState = { status: 'sending', order, lostRequests: 2 };
const unconfirmed: OrderState = { status: 'unconfirmed', order, lostRequests: 2, retryAfterMs: 0 };
const reason = { message: 'Cart is empty', code: 'CART_EMPTY', details: {} } as const;
const refused: OrderState = { status: 'none', refused: { ...reason, order } };

const done: OrderState = { status: 'placed', order };
const lost: OrderEvent = { type: 'lost', key: 'key', retryAfterMs: 3_000 };
const unauthorised: OrderEvent = { type: 'unauthorised', key: 'key' };
const placed: OrderEvent = { type: 'placed', key: 'key' };
const refusal: OrderEvent = { type: 'refused', key: 'key', refusal: reason };

test.each<[string, OrderState, OrderEvent, OrderState]>([
  ['a press sends the order', none, { type: 'pressed', order }, sending],
  ['a press after a refusal sends it', refused, { type: 'pressed', order }, sending],
  ['a press while one is sent does nothing', sending, { type: 'pressed', order: other }, sending],
  [
    'a press on an unconfirmed one begins no other',
    unconfirmed,
    { type: 'pressed', order: other },
    unconfirmed,
  ],
  ['a retry sends an unconfirmed one', unconfirmed, { type: 'retried' }, sendingAgain],
  ['a retry of nothing does nothing', none, { type: 'retried' }, none],
  ['a retry while it is sent does nothing', sending, { type: 'retried' }, sending],
  ['placed, it stays until it is shown', sending, placed, done],
  ['an unconfirmed one is placed', unconfirmed, placed, done],
  ['shown, it ends', done, { type: 'shown' }, none],
  ['only a placed one is shown', sending, { type: 'shown' }, sending],
  [
    'a press while a placed one is not shown does nothing',
    done,
    { type: 'pressed', order: other },
    done,
  ],
  ['a late answer leaves a placed one', done, lost, done],
  ['a refusal ends it and is kept', sending, refusal, refused],
  ['a refusal of a retry ends it', sendingAgain, refusal, refused],
  [
    'no answer leaves it unconfirmed',
    sending,
    lost,
    { ...unconfirmed, lostRequests: 1, retryAfterMs: 3_000 },
  ],
  [
    'no answer again is counted',
    sendingAgain,
    lost,
    { ...unconfirmed, lostRequests: 3, retryAfterMs: 3_000 },
  ],
  ['a first request without authorisation did nothing', sending, unauthorised, none],
  ['a retry without authorisation leaves it unconfirmed', sendingAgain, unauthorised, unconfirmed],
  ['an answer for another order says nothing', sending, { ...placed, key: 'other' }, sending],
  ['a late answer says nothing', none, placed, none],
])('%s', (_, state, event, next) => {
  expect(orderReducer(state, event)).toEqual(next);
});
