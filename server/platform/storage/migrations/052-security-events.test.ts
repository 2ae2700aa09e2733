/** A shop of the last release keeps its sessions, and what owners see of logins. */
import { expect, test } from 'vitest';
import { findViolations, invariantsOf } from '../../../operations/audit/audit.ts';
import { engine } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import { openBefore } from './upgrade.testing.ts';

const rows = [
  `insert into users values ('a', 'Somebody', 'SOMEBODY', '$argon2id$x', 1, null)`,
  `insert into wallets values ('a', 0, 0)`,
  `insert into sessions values ('hash', 'a', 9, 'Firefox')`,
  `insert into login_events values ('a', 'recovered', 1, 'Firefox', 2, 3)`,
  `insert into login_failures values ('network 10.0.0.1', 9)`,
  `insert into request_counts values ('login from 10.0.0.1', 1, 9)`,
];

test('sessions and events stay, and new kinds of events are accepted', async () => {
  const db = await openBefore('051-attempts', rows);
  await migrate(db, engine);
  const event = {
    user_id: 'a',
    kind: 'recovered',
    day: 1,
    browser: 'Firefox',
    times: 2,
    last_at: 3,
  };
  const made = { ...event, kind: 'codes-made' } as const;
  await db.insertInto('login_events').values(made).execute();
  const events = await db.selectFrom('login_events').selectAll().orderBy('kind').execute();
  expect(events).toEqual([made, event]);
  const sessions = await db.selectFrom('sessions').selectAll().execute();
  expect(sessions).toEqual([
    { token_hash: 'hash', user_id: 'a', expires_at: 9, browser: 'Firefox', device_hash: null },
  ]);
  const invariants = invariantsOf(engine).filter(({ name }) => !name.startsWith('the catalogue'));
  expect(await findViolations(db, invariants)).toEqual([]);
});
