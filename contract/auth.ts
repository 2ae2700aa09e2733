import { Type } from 'typebox';
import * as messages from './messages.ts';

/**
 * Both fields are optional here, because the specification's checks have an order of their own
 * (spec 5) in which a missing field is an empty one.
 */
export const CredentialsBody = Type.Object({
  username: Type.Optional(Type.String({ refusal: messages.usernameNotText })),
  password: Type.Optional(Type.String({ refusal: messages.passwordNotText })),
});

export const RegisterReply = Type.Object({ success: Type.Literal(true) });

export const LoginReply = Type.Object({
  success: Type.Literal(true),
  token: Type.String(),
  username: Type.String(),
  balance: Type.Number({ description: 'Dollars' }),
});
export type LoginReply = Type.Static<typeof LoginReply>;
