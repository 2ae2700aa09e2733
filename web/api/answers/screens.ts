/** The answers to calls of single screens, which the first page does not load. */
import { Type } from 'typebox';
import { LoginEventList, SessionEntryList } from '../../../contract/account.ts';
import { CheckoutReply, FoundOrder, Order } from '../../../contract/orders.ts';
import { ProductDetails } from '../../../contract/pages.ts';
import { Account, ErasureReply } from '../../../contract/personal-data.ts';
import { RecoveryCodes } from '../../../contract/recovery.ts';
import { WalletEntryList } from '../../../contract/wallet.ts';
import { checkOf } from './check.ts';

export const isProductDetails = checkOf(ProductDetails);
export const isOrder = checkOf(Order);
export const isFoundOrder = checkOf(FoundOrder);
export const isOrderList = checkOf(Type.Array(Order));
/** The reply of another backend may lack any field. */
export const isCheckoutReply = checkOf(Type.Partial(CheckoutReply));
export const isWalletEntryList = checkOf(WalletEntryList);
export const isLoginEventList = checkOf(LoginEventList);
export const isAccount = checkOf(Account);
export const isErasureReply = checkOf(ErasureReply);
export const isRecoveryCodes = checkOf(RecoveryCodes);
export const isSessionEntryList = checkOf(SessionEntryList);
