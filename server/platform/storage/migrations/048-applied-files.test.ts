import { expect, test } from 'vitest';
import { engine } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import { openBefore } from './upgrade.testing.ts';

const NAME = '048-applied-files';
const product = (position: number, id: string, group: string) =>
  `insert into products (position, id, name, category, categories, brand, description, popularity, cost_cents,
    rating_halves, image, active, updated_at, group_id)
    values (${position}, '${id}', '${id}', '', '', '', '', 0, 1, 0, '', 1, 1, '${group}')`;

test.each([
  ['joins it, and caches are renewed', 'shirt', 'shirt', true],
  ['stays alone, if it is no group', 'other', '', false],
])('a product that is the group of others %s', async (_name, group, expected, isRenewed) => {
  const rows = [
    product(1, 'shirt', ''),
    product(2, 'red', group),
    'insert into catalogue_segments (segment, revision) values (0, 1)',
  ];
  const db = await openBefore(NAME, rows);
  const state = async () => ({
    ...(await db.selectFrom('catalogue_state').select('version').executeTakeFirst()),
    ...(await db.selectFrom('catalogue_segments').selectAll().executeTakeFirst()),
  });
  const before = await state();
  await migrate(db, engine);
  const shirt = db.selectFrom('products').select('group_id').where('id', '=', 'shirt');
  expect(await shirt.executeTakeFirst()).toEqual({ group_id: expected });
  if (isRenewed) expect(await state()).not.toEqual(before);
  else expect(await state()).toEqual(before);
});
