/** Starts a server before the tests on PostgreSQL, and creates the template of all test databases. */
import { administer, databaseUrl, nonDurable, providePostgres } from './scripts/postgres.ts';
import { openStorage } from './server/platform/storage/open.ts';
import { TEMPLATE_DATABASE } from './server/testing/test-database.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await providePostgres(nonDurable);
  process.env.TEST_DATABASE_URL = url;
  await administer(url, `drop database if exists ${TEMPLATE_DATABASE} with (force)`);
  await administer(url, `create database ${TEMPLATE_DATABASE}`);
  const storage = await openStorage({ url: databaseUrl(url, TEMPLATE_DATABASE) });
  await storage.close();
  return async () => {
    await administer(url, `drop database ${TEMPLATE_DATABASE}`);
    await stop();
  };
}
