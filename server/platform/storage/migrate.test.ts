import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { OperatorError } from '../operator-error.ts';
import { releaseNames } from './migrate.ts';
import { openStorage } from './open.ts';
import { isShopThere, openReadOnly } from './read-only.ts';

test.each([
  [
    'of a shop before 1.0',
    "update kysely_migration set name = '001-shop'",
    /before release 1\.0: set /,
  ],
  ['with tables alone', 'drop table kysely_migration', /is another program's, .*: set another /],
  [
    'of a newer release',
    "insert into kysely_migration values ('999-later', '2099')",
    /is of a newer release of the shop \(it has 999-later\): start that one, or restore /,
  ],
])(
  'a database %s is refused by server and commands, and left as it is',
  async (_, change, about) => {
    const { options } = await openTestDatabase(onTestFinished);
    const { db, close } = await openStorage({ ...options, exclusive: false });
    onTestFinished(close);
    await db.updateTable('catalogue_state').set({ version: 'as it was' }).execute();
    await sql.raw(change).execute(db);
    const opening = [
      () => openStorage({ ...options, exclusive: false }),
      () => openReadOnly(options),
      () => isShopThere(options),
    ];
    for (const open of opening) {
      const error: unknown = await open().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(OperatorError);
      expect((error as Error).message).toMatch(/^The database [^\n]*\.$/);
      expect((error as Error).message).toMatch(about);
    }
    const state = db.selectFrom('catalogue_state').select('version');
    expect(await state.executeTakeFirst()).toEqual({ version: 'as it was' });
  },
);

test('a new database has the name of its release alone', async () => {
  const { options } = await openTestDatabase(onTestFinished);
  const { db, close } = await openStorage({ ...options, exclusive: false });
  onTestFinished(close);
  const { rows } = await sql`select name from kysely_migration`.execute(db);
  expect(rows).toEqual(releaseNames.map((name) => ({ name })));
});
