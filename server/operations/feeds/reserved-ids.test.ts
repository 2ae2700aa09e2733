import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { importFile } from './import.ts';
import { feedRecord, openTestFeeds, toCsv, toJsonLines } from './test-feeds.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();

const reserved = ['search', 'Facets', 'SUGGESTIONS', '.', '..'];

describe('an id whose URL belongs to another route', () => {
  test.each(reserved)('is refused with line and field: %s', async (id) => {
    const table = toCsv([feedRecord('lamp'), feedRecord(id)]);
    const report = await importFile(services, await feeds.write('a.csv', table));
    expect(report).toMatchObject({ refused: true });
    expect(report.problems).toEqual([
      {
        line: 3,
        field: '_id',
        message: `must not be "${id}": ${paths.products}/${id} is another address`,
      },
    ]);
  });

  test('is never made from a name', async () => {
    const names = ['Search', 'Facets!', 'suggestions', 'Searching'];
    const records = names.map((name) => feedRecord('any', { _id: undefined, name }));
    const file = await feeds.write('a.jsonl', toJsonLines(records));
    expect(await importFile(services, file)).toMatchObject({ added: 4, problems: [] });
    const ids = ['search-2', 'facets-2', 'suggestions-2', 'searching'];
    expect(await findProductRows(services.db, ids)).toHaveLength(4);
    expect(await importFile(services, file)).toMatchObject({ unchanged: 4 });
  });

  test('is not confused with one that contains it', async () => {
    const records = ['search-2', 'facet', '...', '.a'].map((id) => feedRecord(id));
    const file = await feeds.write('a.jsonl', toJsonLines(records));
    expect(await importFile(services, file)).toMatchObject({ refused: false, problems: [] });
  });
});
