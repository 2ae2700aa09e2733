import { LoginEventList, PasswordChangeBody, ProofBody, SessionEntryList } from '../account.ts';
import { AddPasskeyBody, CredentialOptions, PasskeyList } from '../passkeys.ts';
import { Account, AccountExport, ErasureBody, ErasureReply } from '../personal-data.ts';
import { RecoveryCodes } from '../recovery.ts';
import { type Endpoint, idParams, proofRefusals } from './endpoint.ts';

const shared = { tag: 'account', needsToken: true } as const;

export const accountEndpoints = {
  readAccount: { ...shared, summary: "The shopper's account", reply: Account },
  exportAccount: {
    ...shared,
    summary: 'Download all data that the shop has about the shopper',
    description: 'What changes while it is read may be in it, or not.',
    reply: AccountExport,
    replyHeaders: ['Content-Disposition'],
    refusals: ['TOO_MANY_REQUESTS'],
  },
  deleteAccount: {
    ...shared,
    summary: 'Delete the account, for good',
    description:
      'Removes name, password, sessions, addresses, cart, and the addresses of orders. Orders, invoices and the ledger remain under a pseudonym. A wrong current password counts against a limit of the session.',
    body: ErasureBody,
    reply: ErasureReply,
    refusals: [...proofRefusals, 'FORFEIT_DIFFERS', 'ORDERS_NOT_SHIPPED'],
  },
  changePassword: {
    ...shared,
    summary: 'Change the password',
    description:
      'Ends all other sessions, forgets all devices, and removes passkeys and recovery codes unless they are to be kept. A wrong current password counts against a limit of the session.',
    body: PasswordChangeBody,
    status: 204,
    refusals: [
      ...proofRefusals,
      'PASSWORD_REQUIRED',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'PASSWORD_UNCHANGED',
      'PASSWORD_GUESSABLE',
    ],
  },
  makeRecoveryCodes: {
    ...shared,
    summary: 'New recovery codes, in place of all earlier ones',
    description:
      'The reply is the only one that has them. Each sets a new password once. They are listed among the logins. A wrong current password counts against a limit of the session.',
    body: ProofBody,
    status: 201,
    reply: RecoveryCodes,
    refusals: proofRefusals,
  },
  listSessions: {
    ...shared,
    summary: "The shopper's sessions that are not over, newest first",
    reply: SessionEntryList,
  },
  endSession: {
    ...shared,
    summary: 'Log out of one session',
    description: 'Asks for the password.',
    params: idParams,
    body: ProofBody,
    reply: SessionEntryList,
    refusals: [...proofRefusals, 'SESSION_MISSING'],
  },
  endOtherSessions: {
    ...shared,
    summary: 'Log out everywhere else',
    description:
      'Asks for the password. Ends all sessions but the one whose token was sent, which the reply lists.',
    body: ProofBody,
    reply: SessionEntryList,
    refusals: proofRefusals,
  },
  listLogins: {
    ...shared,
    summary: 'Failed logins, logins from new devices, and changes of passkeys and recovery codes',
    reply: LoginEventList,
  },
  listPasskeys: { ...shared, summary: "The shopper's passkeys", reply: PasskeyList },
  startAddingPasskey: {
    ...shared,
    summary: 'Options for `navigator.credentials.create`, valid for five minutes in this session',
    description: 'Asks for the password, so that nobody adds a passkey in a stolen session.',
    body: ProofBody,
    status: 201,
    reply: CredentialOptions,
    refusals: proofRefusals,
  },
  addPasskey: {
    ...shared,
    summary: 'Add a passkey',
    description: 'It is listed among the logins. Without a name it gets that of the browser.',
    body: AddPasskeyBody,
    status: 201,
    reply: PasskeyList,
    refusals: ['PASSKEY_NAME_INVISIBLE', 'PASSKEY_REFUSED', 'PASSKEYS_TOO_MANY'],
  },
  removePasskey: {
    ...shared,
    summary: 'Remove a passkey',
    description: 'Asks for the password. The removal is listed among the logins.',
    params: idParams,
    body: ProofBody,
    reply: PasskeyList,
    refusals: [...proofRefusals, 'PASSKEY_MISSING'],
  },
} as const satisfies Record<string, Endpoint>;
