/** Before the tests on PostgreSQL: a server, and a database that all others are copied from. */
import { providePostgres } from './scripts/postgres.ts';
import { openStorage } from './server/storage/open.ts';
import { administer, TEMPLATE_DATABASE, urlOf } from './server/test-database.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await providePostgres();
  process.env.TEST_DATABASE_URL = server.url;
  await administer(`drop database if exists ${TEMPLATE_DATABASE} with (force)`);
  await administer(`create database ${TEMPLATE_DATABASE}`);
  const storage = await openStorage({ url: urlOf(TEMPLATE_DATABASE) });
  await storage.close();
  return async () => {
    await administer(`drop database ${TEMPLATE_DATABASE}`);
    await server.stop();
  };
}
