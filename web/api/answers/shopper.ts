import { AddressList } from '../../../contract/addresses.ts';
import { Cart } from '../../../contract/cart.ts';
import { Wallet } from '../../../contract/wallet.ts';
import { checkOf } from './check.ts';

export const isCart = checkOf(Cart);
export const isWallet = checkOf(Wallet);
export const isAddressList = checkOf(AddressList);
