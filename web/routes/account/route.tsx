import { useInfiniteQuery } from '@tanstack/react-query';
import { statementQuery } from '../../api/account.ts';
import { queryClientContext } from '../../app/query-client.ts';
import { ShopperScreen } from '../../app/shopper-screen.tsx';
import { tokenContext, useSession } from '../../session/session.ts';
import type { Route } from './+types/route.ts';
import { ChangePassword } from './change-password.tsx';
import { Logins } from './logins.tsx';
import { Passkeys } from './passkeys.tsx';
import { PersonalData } from './personal-data.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Group } from './section.tsx';
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
  return <ShopperScreen name="account" />;
}

/** Shows the shopper's account (R12.1). */
export default function Account() {
  const { token } = useSession();
  const { data, isLoadingError } = useInfiniteQuery(statementQuery(token));
  const hasAccounts = data !== undefined && data.pages[0]?.isMissing !== true;
  return (
    <ShopperScreen name="account">
      <Group heading="Wallet">
        <WalletStatement />
      </Group>
      {(hasAccounts || isLoadingError) && (
        <>
          <Group heading="Security">
            <ChangePassword />
            <Passkeys />
            <Sessions />
            <Logins />
            <RecoveryCodes />
          </Group>
          <Group heading="Data">
            <PersonalData />
          </Group>
        </>
      )}
    </ShopperScreen>
  );
}
