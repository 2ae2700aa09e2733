import type { LoginReply } from '../../contract/auth.ts';
import * as messages from '../../contract/messages.ts';
import { paths } from '../../contract/paths.ts';
import { readSession } from '../session/session.ts';
import { toast } from '../ui/toast/toasts.ts';
import { callApi, NoAnswer, toastFailure } from './client.ts';

export interface Credentials {
  username: string;
  password: string;
}

export async function register(credentials: Credentials): Promise<void> {
  await callApi(paths.register, { method: 'POST', body: credentials });
}

/** Only the token is certain to be in the reply of every backend. */
export async function login(
  credentials: Credentials,
): Promise<Pick<LoginReply, 'token'> & Partial<LoginReply>> {
  const { data } = await callApi(paths.login, { method: 'POST', body: credentials });
  return data as LoginReply;
}

/** Spec 8: without a response, a toast in default styling. */
export function toastAuthFailure(error: unknown): void {
  if (error instanceof NoAnswer) toast.plain(messages.backendUnreachable);
  else toastFailure(error, messages.backendUnreachable);
}

/** Tells the server, without waiting for it: who logs out is logged out. */
export function sendLogout(): void {
  if (readSession().token === null) return;
  callApi(paths.logout, { method: 'POST', authorised: true, keepalive: true }).catch(() => {});
}
