import { Type } from 'typebox';

/** The body of every error reply. */
export const ErrorReply = Type.Object(
  { success: Type.Literal(false), message: Type.String() },
  { description: 'The request was refused or failed; the message is for people' },
);
export type ErrorReply = Type.Static<typeof ErrorReply>;
