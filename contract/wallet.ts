import { Type } from 'typebox';
import { WALLET_PAGE_SIZE } from './limits.ts';
import { OrderNumber } from './orders.ts';

export const Wallet = Type.Object({ balance: Type.Number({ description: 'Dollars' }) });
export type Wallet = Type.Static<typeof Wallet>;

/** What a movement of the wallet was for. */
export const walletEntryKinds = [
  'order',
  'cancellation',
  'refund',
  'gift',
  'payment',
  'forfeit',
] as const;
export type WalletEntryKind = (typeof walletEntryKinds)[number];

export const WalletEntry = Type.Object({
  id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  kind: Type.Enum([...walletEntryKinds], {
    description:
      'gift: from the shop, or taken back by it; payment: received from the shopper, or paid out',
  }),
  amount: Type.Number({ description: 'Dollars; negative if they left the wallet' }),
  balance: Type.Number({ description: 'Dollars in the wallet after it' }),
  order: Type.Optional(Type.Object({ id: Type.String(), number: OrderNumber })),
});
export type WalletEntry = Type.Static<typeof WalletEntry>;

export const WalletEntryList = Type.Array(WalletEntry, {
  description: `Newest first; ${WALLET_PAGE_SIZE} without a limit`,
});
