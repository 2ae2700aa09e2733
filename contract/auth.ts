import { Type } from 'typebox';
import * as messages from './messages.ts';

/** No field is required, because R3.1 treats a missing field as an empty one and fixes the order of the checks. */
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
