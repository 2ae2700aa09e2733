import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { statementQuery } from '../../api/account.ts';
import { queryClientContext } from '../../app/query-client.ts';
import { ShopperScreen } from '../../app/shopper-screen.tsx';
import { tokenContext, useSession } from '../../session/session.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/route.ts';
import { ChangePassword } from './change-password.tsx';
import { Logins } from './logins.tsx';
import { Passkeys } from './passkeys.tsx';
import { PersonalData } from './personal-data.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Sessions } from './sessions.tsx';
import { WalletStatement } from './wallet-statement.tsx';

/** Prefetches the statement while the screen's script loads or the page is hydrated. */
export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const client = context.get(queryClientContext);
  client.prefetchInfiniteQuery(statementQuery(context.get(tokenContext)));
  return null;
}
// The server renders only the fallback, because the session is in the browser.
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame>
      <Spinner label="Loading your account" />
    </Frame>
  );
}

/** Shows the shopper's account (decisions, 'The shopper's account'). */
export default function Account() {
  const { token } = useSession();
  const { data, isLoadingError } = useInfiniteQuery(statementQuery(token));
  const hasAccounts = data !== undefined && data.pages[0]?.isMissing !== true;
  return (
    <Frame>
      <WalletStatement />
      {(hasAccounts || isLoadingError) && (
        <>
          <ChangePassword />
          <Passkeys />
          <Sessions />
          <Logins />
          <RecoveryCodes />
          <PersonalData />
        </>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <ShopperScreen
      heading="Your account"
      description="Your wallet, your password and your sessions."
      to="/orders"
      linkText="Your orders"
    >
      {children}
    </ShopperScreen>
  );
}
