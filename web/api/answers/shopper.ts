import { Type } from 'typebox';
import { AddressList } from '../../../contract/addresses.ts';
import { LoginReply } from '../../../contract/auth.ts';
import { Cart } from '../../../contract/cart.ts';
import { Wallet } from '../../../contract/wallet.ts';
import { checkOf } from './check.ts';

export const isCart = checkOf(Cart);
export const isWallet = checkOf(Wallet);
export const isAddressList = checkOf(AddressList);
export const isLoginReply = checkOf(
  Type.Object({
    ...Type.Partial(LoginReply).properties,
    ...Type.Pick(LoginReply, ['token']).properties,
  }),
);
