import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';

const lines: string[] = [];
const shop = await openTestShop({
  logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } },
});
const { db } = shop.services;
const { userId } = await shop.shopper();

shop.app.get('/taken-username', () =>
  db.transaction().execute(async (tx) => {
    const taken = await tx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('users')
      .values({ ...taken, id: 'another' })
      .execute();
  }),
);

test('the log names the constraint that a statement violates, and no value of it', async () => {
  const users = await db.selectFrom('users').select(['username', 'password_hash']).execute();
  expect((await shop.call('GET', '/taken-username')).statusCode).toBe(500);
  const [line = '', ...more] = lines.splice(0);
  expect(more).toEqual([]);
  expect(JSON.parse(line).err.message).toMatch(
    /users\.username_key|constraint "users_username_key_key"/,
  );
  for (const { username, password_hash } of users) {
    expect(line).not.toContain(username);
    expect(line).not.toContain(password_hash);
  }
});
