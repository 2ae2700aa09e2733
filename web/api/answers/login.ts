import { Type } from 'typebox';
import { LoginReply } from '../../../contract/auth.ts';
import { checkOf } from './check.ts';

export const isLoginReply = checkOf(
  Type.Object({
    ...Type.Partial(LoginReply).properties,
    ...Type.Pick(LoginReply, ['token']).properties,
  }),
);
