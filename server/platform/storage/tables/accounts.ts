/** Persons: their accounts, logins, passkeys, addresses, and what limits count. */
import { LoginEvent } from '../../../../contract/account.ts';
import { bigint, integer, only, table, text, time, union } from './columns.ts';

/** A person's own: it is deleted with the account. */
const owner = () => text({ references: 'users.id', cascades: true });

export const accounts = {
  users: table({
    columns: {
      id: text({ key: true }),
      /** The name as registered: trimmed, NFC. */
      username: text(),
      /** Case-folded. */
      username_key: text({ unique: true }),
      /** Argon2id in the PHC string format. */
      password_hash: text(),
      created_at: time(),
      /** Null unless the person was erased. */
      erased_at: time({ null: true }),
    },
  }),

  sessions: table({
    columns: {
      /** SHA-256 of the token, base64url; the token itself is not stored. */
      token_hash: text({ key: true }),
      user_id: owner(),
      expires_at: time(),
      /** The browser's name, from `nameBrowser`. */
      browser: text({ default: '' }),
      /** The hash of the device that began the session; null if the login sent none. */
      device_hash: text({ null: true }),
    },
    indexes: {
      sessions_expires_at: '(expires_at)',
      sessions_of_user: '(user_id, expires_at)',
    },
  }),

  attempts: table({
    columns: {
      /** What limits count by, see server/shop/accounts/limits.ts. */
      subject: text({ key: true }),
      /** The last attempt counts until then; each counts for one interval, one after the other. */
      counts_until: time(),
    },
    indexes: {
      attempts_counts_until: '(counts_until)',
      // A subject begins with the 51 characters of its account.
      attempts_of_account: '(substr(subject, 1, 51))',
    },
    isLocal: true,
  }),

  devices: table({
    columns: {
      /** SHA-256 of the account and the secret of a browser that logged in to it; the secret itself is not stored. */
      device_hash: text({ key: true }),
      user_id: owner(),
      expires_at: time(),
    },
    indexes: {
      devices_expires_at: '(expires_at)',
      devices_of_user: '(user_id, expires_at)',
    },
  }),

  /** The logins that an account's owner should see: one row for each day, kind and browser. */
  login_events: table({
    columns: {
      user_id: owner(),
      kind: union(LoginEvent.properties.kind.enum),
      /** The beginning of the day (UTC). */
      day: time(),
      /** The browser's name, from `nameBrowser`; '' for failed logins. */
      browser: text(),
      times: bigint({ check: '> 0' }),
      last_at: time(),
    },
    key: ['user_id', 'day', 'kind', 'browser'],
    indexes: { login_events_last_at: '(last_at)' },
  }),

  passkeys: table({
    columns: {
      /** The credential's id, base64url. */
      id: text({ key: true }),
      user_id: owner(),
      name: text(),
      /** COSE, base64url. */
      public_key: text(),
      /** Signatures, as the passkey counts them; 0 if it doesn't. */
      counter: bigint({ check: '>= 0' }),
      /** How a browser reaches it, separated by commas. */
      transports: text(),
      added_at: time(),
      used_at: time({ null: true }),
    },
    indexes: { passkeys_of_user: '(user_id, added_at)' },
  }),

  passkey_secret: table({
    columns: {
      id: only(),
      /** Signs challenges, on all servers. */
      secret: text(),
    },
    isLocal: true,
  }),

  used_challenges: table({
    columns: {
      /** Base64url. */
      challenge: text({ key: true }),
      expires_at: time(),
    },
    indexes: { used_challenges_expires_at: '(expires_at)' },
    isLocal: true,
  }),

  recovery_codes: table({
    columns: {
      /** SHA-256 of the account and the code; the code itself is not stored. */
      code_hash: text({ key: true }),
      user_id: owner(),
      created_at: time(),
      /** Null until it sets a new password. */
      used_at: time({ null: true }),
    },
    indexes: { recovery_codes_of_user: '(user_id, used_at)' },
  }),

  addresses: table({
    columns: {
      id: text({ key: true }),
      user_id: owner(),
      address: text(),
      /** The order of adding within a user's addresses. */
      place: integer(),
    },
    uniques: { addresses_in_order: ['user_id', 'place'] },
  }),
};
