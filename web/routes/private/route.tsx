/** Surrounds the screens that need a token (R1.7). */
import { useEffect } from 'react';
import { Outlet, redirect, useLocation, useNavigate } from 'react-router';
import * as messages from '../../../contract/page-messages.ts';
import { returnTo } from '../../session/return-address.ts';
import { hasSessionExpired, readSession, tokenContext, useSession } from '../../session/session.ts';
import { toast } from '../../ui/toast/toasts.ts';
import type { Route } from './+types/route.ts';

/** Passes the token to the loaders, or leads a visitor elsewhere. */
function requireToken({
  request,
  context,
}: Pick<Route.ClientLoaderArgs, 'request' | 'context'>): void {
  const { token } = readSession();
  if (token !== null) {
    context.set(tokenContext, token);
    return;
  }
  const { pathname, search } = new URL(request.url);
  if (hasSessionExpired()) toast.error(messages.sessionEnded);
  else if (pathname === '/checkout') toast.info(messages.checkoutNeedsLogin);
  const exit = exitOf(pathname);
  if (exit === '/login') returnTo(pathname + search);
  throw redirect(exit);
}

/** Where a visitor is led who asks for a private screen. */
function exitOf(pathname: string): string {
  return pathname === '/orders' || pathname === '/account' ? '/login' : '/';
}

export const clientMiddleware = [requireToken];

/**
 * Leads elsewhere when the session ends while the screen is shown. If it has expired, the screen is entered again, so that the
 * middleware says so; who has logged out asks for nothing.
 */
export default function PrivateScreens() {
  const { token } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (token !== null || readSession().token !== null) return;
    const address = hasSessionExpired() ? pathname + search : exitOf(pathname);
    navigate(address, { replace: true });
  }, [token, pathname, search, navigate]);
  return <Outlet />;
}
