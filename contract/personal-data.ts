/** What a shopper reads of their account, downloads of it, and sends to delete it. */
import { Type } from 'typebox';
import { Password } from './auth.ts';
import { CartItem } from './cart.ts';
import * as messages from './messages.ts';
import { Invoice, Order } from './orders.ts';

const Dollars = Type.Number({ description: 'Dollars' });
const Time = Type.String({ format: 'date-time' });
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Account = Type.Object({
  username: Type.String(),
  registeredAt: Time,
  balance: Type.Number({ description: 'Dollars in the wallet' }),
  openOrders: Type.Integer({ description: 'Orders that are not shipped yet' }),
  recoveryCodes: Type.Integer({ description: 'Recovery codes that are not used' }),
  recoveryCodesMadeAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When these codes were made' }),
  ),
  documents: Type.Optional(
    Type.Object(
      {
        count: Type.Integer(),
        keptUntil: Type.String({ format: 'date' }),
      },
      {
        description: 'Invoices and credit notes that keep the address if the account is deleted',
      },
    ),
  ),
});
export type Account = Type.Static<typeof Account>;

export const ErasureBody = Type.Object(
  {
    currentPassword: Type.Optional(Password),
    forfeit: Type.Optional(
      Type.Number({
        description: 'The dollars in the wallet, which the shop keeps; needed unless it is empty',
        refusal: messages.forfeitInvalid,
      }),
    ),
  },
  { needs: ['currentPassword'] },
);

export const ErasureReply = Type.Object({
  forfeited: Type.Number({ description: 'Dollars that were in the wallet' }),
});
export type ErasureReply = Type.Static<typeof ErasureReply>;

const ExportedOrder = Type.Object({
  ...Type.Omit(Order, ['history']).properties,
  idempotencyKey: nullable(Type.String()),
  history: Type.Array(
    Type.Object({
      kind: Type.String(),
      at: Time,
      by: Type.String(),
      amount: Dollars,
      note: nullable(Type.String()),
      carrier: nullable(Type.String()),
      tracking: nullable(Type.String()),
      addressBefore: nullable(Type.String({ description: 'The address that the change replaced' })),
      invoice: nullable(Type.String({ description: 'The number of the credit note' })),
    }),
  ),
});

const ExportedEntry = Type.Object({
  transaction: Type.String(),
  account: Type.String(),
  amount: Dollars,
  order: nullable(Type.String()),
  at: Time,
  note: nullable(Type.String()),
  key: nullable(Type.String()),
});

/** All data that the shop has about a person. */
export const AccountExport = Type.Object({
  account: Type.Object({ id: Type.String(), username: Type.String(), registeredAt: Time }),
  wallet: Type.Object({ balance: Dollars }),
  addresses: Type.Array(Type.Object({ _id: Type.String(), address: Type.String() })),
  cart: Type.Array(CartItem),
  orders: Type.Array(ExportedOrder),
  documents: Type.Array(
    Type.Object({
      ...Invoice.properties,
      keptUntil: Type.String({
        format: 'date',
        description: 'The buyer is kept until then, also if the account is deleted',
      }),
    }),
  ),
  ledger: Type.Array(ExportedEntry),
  events: Type.Array(Type.Unknown({ description: 'As they are sent to the receiver of webhooks' })),
  sessions: Type.Array(Type.Object({ expiresAt: Time, browser: Type.String() })),
  devices: Type.Array(Type.Object({ expiresAt: Time })),
  logins: Type.Array(
    Type.Object({
      kind: Type.String(),
      browser: Type.String(),
      times: Type.Integer(),
      lastAt: Time,
    }),
  ),
  passkeys: Type.Array(Type.Object({ name: Type.String(), addedAt: Time, usedAt: nullable(Time) })),
  recoveryCodes: Type.Array(Type.Object({ createdAt: Time, usedAt: nullable(Time) })),
  failedLogins: Type.Array(Type.Object({ from: Type.String(), countUntil: Time })),
});
export type AccountExport = Type.Static<typeof AccountExport>;
