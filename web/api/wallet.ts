import { queryOptions, skipToken } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { readSession, storeBalance } from '../session/session.ts';
import { isWallet } from './answers/shopper.ts';
import { load } from './client.ts';
import { centsOf } from './money.ts';

const STALE_MS = 60_000;

/**
 * Loads the balance into the session, which all screens read. A failure is silent: another backend may have no such
 * call, and the stored balance stays then.
 */
export function walletQuery(token: string | null) {
  return queryOptions({
    queryKey: ['wallet', token],
    queryFn:
      token === null
        ? skipToken
        : async ({ signal }) => {
            const { data } = await load(paths.wallet, isWallet, { token, signal });
            if (readSession().token === token) storeBalance(centsOf(data.balance));
            return data.balance;
          },
    staleTime: STALE_MS,
  });
}
