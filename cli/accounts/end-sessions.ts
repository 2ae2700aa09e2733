import { endAllSessions } from '../../server/operations/accounts/access.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { count } from '../numbers.ts';
import { withShop } from '../shop.ts';

export async function run(name: string): Promise<void> {
  const { username, endedSessions } = await withShop((services) => endAllSessions(services, name));
  process.stdout.write(`Ended ${count(endedSessions, 'session')} of ${toVisibleJson(username)}.\n`);
}
