/** Screens that need a token (spec 6). */
import { useEffect } from 'react';
import { redirect, useNavigate } from 'react-router';
import * as messages from '../../contract/messages.ts';
import { toast } from '../ui/toast/toasts.ts';
import { hasSessionExpired, readSession, useSession } from './session.ts';

/**
 * For client loaders: redirects a visitor and shows a toast: that the session has ended if that is the reason,
 * or else `info`.
 * @returns the token
 * @throws Response the redirect
 */
export function requireToken({ info, to = '/' }: { info?: string; to?: string } = {}): string {
  const { token } = readSession();
  if (token !== null) return token;
  if (hasSessionExpired()) toast.error(messages.sessionEnded);
  else if (info !== undefined) toast.info(info);
  throw redirect(to);
}

/** Leaves the screen when the session ends while it is shown. */
export function useLeaveWithoutToken(to = '/'): void {
  const { token } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (token === null && readSession().token === null) navigate(to, { replace: true });
  }, [token, navigate, to]);
}
