/** Screens that need a token (spec 6). */
import { useEffect } from 'react';
import { redirect, useNavigate } from 'react-router';
import { toast } from '../ui/toast/toasts.ts';
import { readSession, useSession } from './session.ts';

/**
 * For the loader of such a screen: a visitor is sent to `/`, and told why where there is something
 * to tell.
 * @throws Response the redirect
 */
export function requireToken(info?: string): void {
  if (readSession().token !== null) return;
  if (info !== undefined) toast.info(info);
  throw redirect('/');
}

/** Leaves the screen when the session ends while it is shown: here, in another tab, on the server. */
export function useLeaveWithoutToken(): void {
  const { token } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (token === null && readSession().token === null) navigate('/', { replace: true });
  }, [token, navigate]);
}
