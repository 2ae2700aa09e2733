import { queryOptions } from '@tanstack/react-query';
import { isWallet } from '../api/answers/shopper.ts';
import { load } from '../api/client.ts';
import { centsOf } from '../api/money.ts';
import { ofShopper } from '../api/of-shopper.ts';
import { readSession, storeBalance } from './session.ts';

const STALE_MS = 60_000;

/**
 * Loads the balance into the session, which all screens read. A failure is silent: another backend may have no such
 * call, and the stored balance stays then.
 */
export function walletQuery(token: string | null) {
  return queryOptions({
    queryKey: ['wallet', token],
    queryFn: ofShopper(token, async (call) => {
      const { balance } = await load('readWallet', isWallet, call);
      if (readSession().token === call.token) storeBalance(centsOf(balance));
      return balance;
    }),
    staleTime: STALE_MS,
    meta: { isOwnCall: true },
  });
}
