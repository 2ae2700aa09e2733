/** The answers to the calls of passkeys, apart from those that the checkout loads. */
import { LoginReply } from '../../../contract/auth.ts';
import { CredentialOptions, PasskeyList } from '../../../contract/passkeys.ts';
import { checkOf } from './check.ts';

export const isPasskeyList = checkOf(PasskeyList);
export const isPasskeyLoginReply = checkOf(LoginReply);
export const isCredentialOptions = checkOf(CredentialOptions);
