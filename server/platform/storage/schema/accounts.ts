/** Persons: their accounts, logins, passkeys, addresses, and what limits count. */
import type { Generated, Selectable } from 'kysely';
import type { LoginEvent } from '../../../../contract/account.ts';

export interface UsersTable {
  id: string;
  /** The name as registered: trimmed, NFC. */
  username: string;
  /** Case-folded; unique. */
  username_key: string;
  /** Argon2id in the PHC string format. */
  password_hash: string;
  created_at: number;
  /** Null unless the person was erased. */
  erased_at: number | null;
}

export interface SessionsTable {
  /** SHA-256 of the token, base64url; the token itself is not stored. */
  token_hash: string;
  user_id: string;
  expires_at: number;
  /** As `nameBrowser` writes it; '' by default. */
  browser: Generated<string>;
  /** Of the browser that began it; null if it began before sessions knew it. */
  device_hash: Generated<string | null>;
}

export interface AttemptsTable {
  /** What limits count by, see server/shop/accounts/limits.ts. */
  subject: string;
  /** The last attempt counts until then; each counts for one interval, one after the other. */
  counts_until: number;
}

export interface RecoveryCodesTable {
  /** SHA-256 of the account and the code; the code itself is not stored. */
  code_hash: string;
  user_id: string;
  created_at: number;
  /** Null until it sets a new password. */
  used_at: number | null;
}

export interface DevicesTable {
  /** SHA-256 of the account and the secret of a browser that logged in to it; the secret itself is not stored. */
  device_hash: string;
  user_id: string;
  expires_at: number;
}

/** What the owner of an account shall see of logins: one row for each day, kind and browser. */
export interface LoginEventsTable {
  user_id: string;
  kind: LoginEventKind;
  /** The beginning of the day (UTC). */
  day: number;
  /** As `nameBrowser` writes it; '' for failed logins. */
  browser: string;
  times: number;
  last_at: number;
}
export type LoginEventKind = LoginEvent['kind'];

export interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string;
  user_id: string;
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** Signatures, as the passkey counts them; 0 if it doesn't. */
  counter: number;
  /** How a browser reaches it, separated by commas. */
  transports: string;
  added_at: number;
  used_at: number | null;
}
export type PasskeyRow = Selectable<PasskeysTable>;

export interface PasskeySecretTable {
  /** Always 1. */
  id: number;
  /** Signs challenges, on all servers. */
  secret: string;
}

export interface UsedChallengesTable {
  /** Base64url. */
  challenge: string;
  expires_at: number;
}

export interface AddressesTable {
  id: string;
  user_id: string;
  address: string;
  /** The order of adding within a user's addresses. */
  place: number;
}
