import { endAllSessions } from '../../server/operations/accounts/access.ts';
import { count } from '../numbers.ts';
import { withShop } from '../shop.ts';

export async function run(name: string): Promise<void> {
  const { username, endedSessions } = await withShop((services) => endAllSessions(services, name));
  process.stdout.write(
    `Ended ${count(endedSessions, 'session')} of ${JSON.stringify(username)}.\n`,
  );
}
