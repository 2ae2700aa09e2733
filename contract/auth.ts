import { Type } from 'typebox';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from './limits.ts';
import * as messages from './messages.ts';

export const Username = Type.String({
  shownAs: Type.String({ minLength: USERNAME_MIN_LENGTH, maxLength: USERNAME_MAX_LENGTH }),
  refusal: messages.usernameNotText,
});
export const Password = Type.String({
  shownAs: Type.String({ minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH }),
  refusal: messages.passwordNotText,
});

/**
 * No field is required, because R3.1 treats a missing field as an empty one and fixes the order of the checks. The OpenAPI
 * document shows those that a request needs.
 */
export const CredentialsBody = Type.Object(
  { username: Type.Optional(Username), password: Type.Optional(Password) },
  { needs: ['username', 'password'] },
);

export const RegisterReply = Type.Object({ success: Type.Literal(true) });

export const LoginReply = Type.Object({
  success: Type.Literal(true),
  token: Type.String(),
  username: Type.String(),
  balance: Type.Number({ description: 'Dollars' }),
});
export type LoginReply = Type.Static<typeof LoginReply>;
