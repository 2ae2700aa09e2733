import { Type } from 'typebox';

/** What every error looks like on the wire. */
export const ErrorReply = Type.Object(
  { success: Type.Literal(false), message: Type.String() },
  { description: 'Refused, or failed; the message is for people' },
);
export type ErrorReply = Type.Static<typeof ErrorReply>;
