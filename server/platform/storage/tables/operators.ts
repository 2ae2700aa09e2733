/** The operators of the desk, and the log of what operators change. */
import { orderChangeKinds } from '../../../../contract/orders.ts';
import { addOnly, flag, integer, table, text, time, union } from './columns.ts';

/** What operators do, as their log names it. */
const operatorActions = [
  ...orderChangeKinds.map((kind) => `order ${kind}` as const),
  ...(['wallet changed', 'password reset', 'sessions ended', 'account erased'] as const),
  ...(['products changed', 'products removed', 'pictures changed'] as const),
  ...(['synonyms replaced', 'shop changed', 'events retried'] as const),
  ...(['operator added', 'operator changed', 'operator removed'] as const),
] as const;

export const operators = {
  operators: table({
    columns: {
      name: text({ key: true }),
      /** Argon2id in the PHC string format; null until the link was used. */
      password_hash: text({ null: true }),
      /** The secret of RFC 6238, Base32; null without a second factor. */
      totp_secret: text({ null: true }),
      /** The time step of the last code that was accepted: a code is accepted once. */
      totp_step: integer({ default: 0 }),
      /** SHA-256 of the link that sets the password, base64url; null once it was used. */
      link_hash: text({ null: true, unique: true }),
      link_expires_at: time({ default: 0 }),
      created_at: time(),
    },
  }),

  operator_sessions: table({
    columns: {
      /** SHA-256 of the token, base64url; the token itself is not stored. */
      token_hash: text({ key: true }),
      operator: text({ references: 'operators.name', cascades: true }),
      began_at: time(),
      /** The last request, to the minute. */
      seen_at: time(),
      /** 0 as long as only the password was given, and a code is needed as well. */
      complete: flag(),
    },
    indexes: { operator_sessions_of_operator: '(operator, began_at)' },
    isLocal: true,
  }),

  /** Every change by an operator, written in its transaction. It has no secrets and no personal data. */
  operator_log: table({
    columns: {
      /** Ordered by time. */
      id: text({ key: true }),
      at: time(),
      operator: text(),
      /** See `Operator`. */
      origin: text(),
      action: union(operatorActions),
      /** The id of the order, account or product, or the name of the operator; null if it concerns several, or the shop. */
      subject: text({ null: true }),
      /** The number of the order's change, or the transaction of the ledger. */
      reference: text({ null: true }),
      /** JSON of what changed, as it was; null if it was not there. */
      before: text({ null: true }),
      after: text({ null: true }),
    },
    indexes: { operator_log_of_subject: '(subject, reference)', operator_log_at: '(at, id)' },
    more: addOnly('operator_log', 'entries of the log'),
  }),
};
