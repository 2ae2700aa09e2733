/** The effects of operators on the account of a shopper in the model: money and erasure. */
import type { OperatorReplies } from '../history.ts';
import type { CallOf } from './calls.ts';
import { isSame, statusOf } from './order-state.ts';
import { type Knowledge, type Step, sortMoney } from './shopper-state.ts';

const [REFUSED, CONFLICT] = [400, 409];

/** A credit or a debit, once for a key. */
export function changeWallet({ operation, response }: CallOf<'change wallet'>): Step {
  const { amountCents, isPaid, note } = operation;
  const key = operation.key ?? null;
  const money = { source: isPaid ? 'received' : 'grants', note, key, amountCents } as const;
  const isPossible = (status: number) => response === undefined || response.status === status;
  const reply: OperatorReplies['change wallet'] | undefined =
    response?.status === 200 ? JSON.parse(response.body) : undefined;
  return (state) => {
    const first = key === null ? undefined : state.money.find((one) => one.key === key);
    const isTooMuch = first === undefined && state.balanceCents + amountCents < 0;
    const isOther = first !== undefined && !isSame(first, money);
    if (state.isErased || isTooMuch || isOther) return isPossible(REFUSED) ? state : undefined;
    const isChanged = first === undefined;
    const balanceCents = state.balanceCents + (isChanged ? amountCents : 0);
    if (!isPossible(200) || (reply && !isSame(reply, { balanceCents, isChanged }))) return;
    return isChanged
      ? { ...state, balanceCents, money: sortMoney([...state.money, money]) }
      : state;
  };
}

/** Removes personal data, and books the money out of the wallet. Orders stay. */
export function erase({ operation, response }: CallOf<'erase account'>, known: Knowledge): Step {
  const { settlement } = operation;
  const isPossible = (status: number) => response === undefined || response.status === status;
  const reply = response?.status === 200 ? JSON.parse(response.body) : undefined;
  const isReply = (expected: OperatorReplies['erase account']) => !reply || isSame(reply, expected);
  return (state) => {
    const { balanceCents, orders } = state;
    if (state.isErased) {
      const isRepeated = isPossible(200) && isReply({ settledCents: 0, isRepeated: true });
      return isRepeated ? state : undefined;
    }
    const isOpen = orders.some((order) => {
      const placed = known.ordersById.get(order.id);
      return placed && statusOf(order, { ...placed, uncounted: known.uncounted }) === 'placed';
    });
    if (isOpen) return isPossible(CONFLICT) ? state : undefined;
    const hasMoney = balanceCents > 0;
    if (hasMoney && settlement === undefined) return isPossible(REFUSED) ? state : undefined;
    if (!isPossible(200) || !isReply({ settledCents: balanceCents, isRepeated: false })) return;
    const nameless = { note: null, key: null };
    const settled =
      hasMoney && settlement ? [{ source: settlement, amountCents: -balanceCents }] : [];
    return {
      ...{ cart: [], addresses: [], balanceCents: 0 },
      money: sortMoney([...state.money, ...settled].map((one) => ({ ...one, ...nameless }))),
      orders: orders.map(({ id, changes }) => ({
        ...{ id, address: '' },
        changes: changes.map((change) => ({
          ...{ ...change, ...nameless, tracking: null, address: null },
        })),
      })),
      isErased: true,
    };
  };
}
