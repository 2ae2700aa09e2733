import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { Search } from '../search/search.ts';
import { openTestShop } from '../test-shop.ts';
import { watchVersion } from './version.ts';

const shop = await openTestShop();
const { db } = shop.services;

test('a look that the search takes is none for requests that arrive after it in the same turn', async () => {
  const { DATA_DIR: folder = '' } = shop.database.env;
  const operator = new DatabaseSync(join(folder, 'shop.db'));
  onTestFinished(() => operator.close());
  const watch = watchVersion({ db });
  const search = new Search({ db, freshCatalogueVersion: watch.fresh });
  await search.refresh();
  // Neither of these leaves the turn.
  await search.refresh();
  operator.exec("update catalogue_state set version = 'another'");
  expect(await watch.current()).toBe('another');
});
