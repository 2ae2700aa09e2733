/** Surrounds the screens that need a token (R1.7). */
import { useEffect } from 'react';
import { Outlet, redirect, useLocation, useNavigate } from 'react-router';
import * as messages from '../../../contract/page-messages.ts';
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
  const { pathname } = new URL(request.url);
  if (hasSessionExpired()) toast.error(messages.sessionEnded);
  else if (pathname === '/checkout') toast.info(messages.checkoutNeedsLogin);
  throw redirect(pathname === '/orders' || pathname === '/account' ? '/login' : '/');
}

export const clientMiddleware = [requireToken];

/** Enters the screen again when the session ends while it is shown, so that the middleware leads elsewhere. */
export default function PrivateScreens() {
  const { token } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (token === null && readSession().token === null) navigate(pathname, { replace: true });
  }, [token, pathname, navigate]);
  return <Outlet />;
}
