import { Type } from 'typebox';

export const Wallet = Type.Object({ balance: Type.Number({ description: 'Dollars' }) });
export type Wallet = Type.Static<typeof Wallet>;
