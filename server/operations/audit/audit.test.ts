import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { lockProductRows } from '../../shop/catalogue/store.ts';
import { versionOf } from '../../shop/identity/store.ts';
import { issueInvoices, SETTLE_MS } from '../../shop/invoices/issue.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { addPictureFiles, replacePictures } from '../../shop/pictures/store.ts';
import { rolledBack } from '../../testing/rolled-back.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { eraseAccount } from '../accounts/erase.ts';
import { operatorOf } from '../orders/operator.testing.ts';
import { findViolations, invariantsOf, tableInvariants } from './audit.ts';
import { constraintsExist, expectedConstraints, readConstraints } from './constraints.ts';
import { fileInvariants } from './file.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { checkout, readyShopper, put } = shoppingIn(shop);

beforeAll(async () => {
  await shop.sell({ id: 'pen', costCents: 105, stock: 100 });
  await shop.sell({ id: 'lamp', costCents: 4_999 });
  for (const key of ['first', 'second']) {
    const shopper = await readyShopper({ pen: 2, lamp: 1 });
    await checkout(shopper, { addressId: shopper.addressId, key });
    await put(shopper, 'lamp', 1);
    await put(shopper, 'pen', 1);
    await checkout(shopper, { addressId: shopper.addressId, key: `${key}-again` });
    await put(shopper, 'pen', 3);
    await put(shopper, 'lamp', 2);
  }
  await changeOrders();
  await eraseSomebody();
  await issueMostInvoices();
  await addPictures();
});

async function addPictures(): Promise<void> {
  const pictures = ['front', 'back'];
  await db.transaction().execute(async (tx) => {
    for (const picture of pictures) {
      await addPictureFiles(tx, picture, [
        { side: 320, format: 'webp', bytes: Buffer.from('any') },
      ]);
    }
    const [lamp] = await lockProductRows(tx, ['lamp']);
    const shown = pictures.map((picture) => ({ picture, source: '' }));
    if (lamp !== undefined) await replacePictures(tx, lamp, shown, 1);
  });
}

/** All orders have invoices but a fifth shopper's, which is new. */
async function issueMostInvoices(): Promise<void> {
  shop.pass(SETTLE_MS + 1);
  await issueInvoices(shop.services);
  const shopper = await readyShopper({ lamp: 1 });
  await checkout(shopper, { addressId: shopper.addressId });
}

/** Creates a third shopper with a cancelled order, and one that is shipped and refunded in two parts. */
async function changeOrders(): Promise<void> {
  const shopper = await readyShopper({ pen: 1 });
  const [cancelled, refunded] = [
    await checkout(shopper, { addressId: shopper.addressId }),
    await put(shopper, 'lamp', 2).then(() => checkout(shopper, { addressId: shopper.addressId })),
  ].map((reply) => reply.json().orderId);
  const { change } = operatorOf(shop);
  await change(cancelled, 'cancel');
  await change(refunded, 'ship');
  await change(refunded, 'refund', { amountCents: 1 });
  await change(refunded, 'refund');
}

/** A fourth shopper with an order that was shipped was erased. */
async function eraseSomebody(): Promise<void> {
  const shopper = await readyShopper({ lamp: 1 });
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  await operatorOf(shop).change(orderId, 'ship', { note: 'For somebody' });
  await eraseAccount(shop.services, shop.storage, shopper.userId, 'received');
}

/** Damages the database, inspects it, and rolls back. */
function whileDamaged<T>(damage: (tx: Tx) => Promise<unknown>, inspect: (tx: Tx) => Promise<T>) {
  return rolledBack(db, (tx) => damage(tx).then(() => inspect(tx)));
}

/** Replaces all tables by copies without constraints, so that they can be damaged. */
async function dropConstraints(tx: Tx): Promise<void> {
  for (const { name: table } of await tx.introspection.getTables()) {
    const kept = `${table}_kept`;
    await sql`alter table ${sql.table(table)} rename to ${sql.table(kept)}`.execute(tx);
    await sql`create table ${sql.table(table)} as select * from ${sql.table(kept)}`.execute(tx);
  }
}

const namesOf = async (tx: Db, invariants = tableInvariants) =>
  (await findViolations(tx, invariants)).map(({ name }) => name);

test('all invariants hold in a shop that was used', async () => {
  expect(await findViolations(db, invariantsOf(engine))).toEqual([]);
});

const aUser = '(select min(id) from users)';
const anOrder = '(select min(id) from orders)';
const cancelledOrder = "(select id from orders where status = 'cancelled')";
const refundedOrder = "(select id from orders where status = 'refunded')";
const erasedUser = '(select id from users where erased_at is not null)';
const erasedOrder = `(select id from orders where user_id = ${erasedUser})`;

const walletOfGrants = 'every wallet is what it was given less its orders';
const walletOfLedger = 'every wallet is the sum of its ledger entries';
const transactionSum = 'every ledger transaction sums to zero';
const ledgerSum = 'the whole ledger sums to zero';
const paidOnce = 'every order is paid once, from the wallet of who placed it';
const history = 'the history of an order and its status agree';
const stockSum = 'stock is the sum of its changes, and of no change where it is not counted';
const stockOfOrders = 'every order took from stock what its lines say';
const numbered = 'the lines of an order are numbered without a gap';

/** For each invariant: how it is violated, and by which statements, separated by semicolons. */
const damages: Record<string, Record<string, string>> = {
  'every user has a wallet': {
    'a wallet is gone': `delete from wallets where user_id = ${aUser}`,
  },
  'no wallet is below zero': {
    'a wallet is overdrawn': `update wallets set balance_cents = -1 where user_id = ${aUser}`,
  },
  'every wallet was opened with a grant of its opening balance': {
    'an opening balance is another one': `
      update wallets set opening_cents = 499999 where user_id = ${aUser}`,
  },
  [walletOfGrants]: {
    'a wallet and its ledger are a cent short': `
      update wallets set balance_cents = balance_cents - 1 where user_id = ${aUser};
      update ledger_entries set amount_cents = amount_cents - 1
        where account = 'wallet' and order_id is null and user_id = ${aUser}`,
  },
  [walletOfLedger]: {
    'a debit and its credit are a cent more': `
      update ledger_entries set amount_cents = amount_cents + sign(amount_cents)
        where order_id = ${anOrder}`,
  },
  [transactionSum]: {
    'two transactions lack what the other one has too much': `
      update ledger_entries set amount_cents = amount_cents + 1
        where account = 'sales' and order_id = ${anOrder};
      update ledger_entries set amount_cents = amount_cents - 1
        where account = 'sales' and order_id = (select max(id) from orders)`,
  },
  [ledgerSum]: {
    'a sale is a cent more': `
      update ledger_entries set amount_cents = amount_cents + 1
        where account = 'sales' and order_id = ${anOrder}`,
  },
  'every ledger transaction moves money between a wallet and an account that may do so': {
    'money goes from sales to a wallet': `
      insert into ledger_entries values
        ('t', 'sales', ${aUser}, null, -5, 1), ('t', 'wallet', ${aUser}, null, 5, 1)`,
  },
  'every order has lines, and is their sum': {
    'a line is a cent cheaper': `
      update order_items set cost_cents = cost_cents - 1 where line = 0 and order_id = ${anOrder}`,
    'an order lost its lines': `delete from order_items where order_id = ${anOrder}`,
  },
  [numbered]: {
    'a line is another number': `
      update order_items set line = 5 where line = 1 and order_id = ${anOrder}`,
  },
  [paidOnce]: {
    'an order is paid twice': `
      insert into ledger_entries select 'again', account, user_id, order_id, amount_cents, made_at
        from ledger_entries where order_id = ${anOrder}`,
    'an order is paid by nobody': `delete from ledger_entries where order_id = ${anOrder}`,
    'an order is paid by somebody else': `
      update ledger_entries set user_id = (select max(id) from users) where order_id = ${anOrder}`,
  },
  'every order records the balance that it left': {
    'an order says a cent less': `
      update orders set balance_after_cents = balance_after_cents - 1 where id = ${anOrder}`,
  },
  'what went back of an order is in the ledger, and a cancelled order sums to zero': {
    'a refund is not in the ledger': `update orders set refunded_cents = 5 where id = ${anOrder}`,
    'a cancelled order was refunded from another account': `
      update ledger_entries set account = 'refunds'
        where account = 'sales' and amount_cents < 0 and order_id = ${cancelledOrder}`,
  },
  [history]: {
    'an order is shipped without a history': `
      update orders set status = 'shipped' where id = ${anOrder}`,
    'a cancelled order was shipped, too': `
      insert into order_changes values
        (${cancelledOrder}, 2, 'shipped', 0, 'operator', null, null, 1, null, null, null)`,
    'a change is missing in between': `
      update order_changes set number = 7 where number = 1 and order_id = ${refundedOrder}`,
    'a change says another amount': `
      update order_changes set amount_cents = 99 where number = 1 and order_id = ${refundedOrder}`,
  },
  'every event tells of a change that happened': {
    'an order that was never shipped is told of as shipped': `
      insert into events values
        ('e', 'order.shipped', ${aUser}, ${anOrder}, 1, '{}', 1, 0, 1, null, null, 1)`,
  },
  'no change of an order has two events': {
    'an order is told of as placed twice': `
      insert into events values
        ('e', 'order.placed', ${aUser}, ${anOrder}, 0, '{}', 1, 0, 1, null, null, 1),
        ('f', 'order.placed', ${aUser}, ${anOrder}, 0, '{}', 1, 0, 1, null, null, 1)`,
  },
  'invoices are numbered without a gap': {
    'a number is missing': `
      update invoices set sequence = 99 where change_number = 0 and order_id = ${anOrder}`,
  },
  'every invoice is of an order, and every credit note of what went back of one': {
    'an invoice has another amount': `
      update invoices set amount_cents = 7 where change_number = 0 and order_id = ${anOrder}`,
    'a credit note has another amount': `
      update invoices set amount_cents = 7 where change_number > 0`,
    'an order names another invoice': `
      update orders set invoice = '2001-000001' where id = ${anOrder}`,
  },
  'no order is left out of the invoices': {
    'a later order has an invoice': `
      update orders set placed_at = placed_at - 3600000 where invoice is null`,
  },
  'no unit of an order is refunded or restocked twice': {
    'more is refunded than was bought': `
      insert into order_returns values (${refundedOrder}, 2, 0, 99, 0)`,
    'goods return with the parcel': `
      insert into order_returns values (${refundedOrder}, 1, 0, 1, 0)`,
  },
  'what refunds put back into stock is in its history': {
    'a refund put back more than stock got': `
      insert into order_returns values (${refundedOrder}, 2, 0, 0, 1)`,
  },
  'no request changed an order twice': {
    'two changes have one key': `
      update order_changes set request_key = 'same' where order_id = ${refundedOrder}`,
  },
  'no idempotency key of a user has two orders': {
    'two orders of a user have one key': `
      update orders set idempotency_key = 'first' where user_id = ${aUser}`,
  },
  'nothing of a person is kept of an erased account': {
    'it has its name': `update users set username = 'Somebody' where id = ${erasedUser}`,
    'it has an address': `insert into addresses values ('a', ${erasedUser}, '1 Long Road', 1)`,
    'it has a device': `insert into devices values ('d', ${erasedUser}, 1)`,
    'it has a passkey': `insert into passkeys values ('p', ${erasedUser}, 'Phone', 'key', 0, '', 1, null)`,
    'its logins are listed': `insert into login_events values (${erasedUser}, 'failed', 0, '', 1, 1)`,
    'it has a recovery code': `insert into recovery_codes values ('r', ${erasedUser}, 1, null)`,
    'a note tells of it': `insert into ledger_notes values ('n', 'A gift', ${erasedUser}, null)`,
    'its order has an address': `
      update orders set address = '1 Long Road' where user_id = ${erasedUser}`,
    'the history of its order has a parcel': `
      update order_changes set tracking = '1Z' where order_id = ${erasedOrder}`,
    'the history of its order has a note': `
      update order_changes set note = 'For Somebody' where order_id = ${erasedOrder}`,
    'an event has its name': `
      insert into events values ('e', 'order.placed', ${erasedUser}, ${erasedOrder}, 0,
        '{"customer":{"username":"Somebody"}}', 1, 0, 1, null, null, 1)`,
  },
  'every reference has its row': {
    'a session is of nobody': "insert into sessions values ('token', 'nobody', 1, '')",
    'a line is of no order':
      "insert into order_items values ('nothing', 1, 'pen', 'pen', 105, 1, 0)",
  },
  'unique columns are unique': {
    'two users have one name': "update users set username_key = 'same'",
    'two lines of a cart are in one place': 'update cart_items set place = 1',
  },
  'the identity of the shop is what was imported': {
    'it was changed without an import': `
      insert into shop_identity values (1, 'version', '{"name":"Birch"}')`,
    'it has no name': `insert into shop_identity values (1, '${versionOf('{}')}', '{}')`,
  },
  'quantities, prices and amounts are in their range': {
    'a cart has none of a product': 'update cart_items set qty = 0',
    'a product has no price': "update products set cost_cents = null where id = 'pen'",
  },
  'no stock is below zero': {
    'more is sold than there was': "update products set stock = -1 where id = 'pen'",
  },
  [stockSum]: {
    'a unit is lost': "update products set stock = stock - 1 where id = 'pen'",
    'a product is gone without a change': "delete from products where id = 'pen'",
    'a product is no longer counted without a change':
      "update products set stock = null where id = 'pen'",
  },
  [stockOfOrders]: {
    'an order took more than its line says': `
      update order_items set taken = 0 where taken > 0 and order_id = ${anOrder}`,
    'an order has no line of what it took': `
      update stock_changes set order_id = ${refundedOrder} where order_id = ${cancelledOrder}`,
  },
  'an order returns to stock what it took, or less, and only if it is cancelled': {
    'an order returned what it took, but is not cancelled': `
      insert into stock_changes select product_id, 99, -units, 'cancellation', order_id, 1
        from stock_changes where order_id = ${anOrder};
      update products set stock = stock + 2 where id = 'pen'`,
  },
  'no user has more than 20 addresses': {
    'somebody has 21': `
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 119)
        insert into addresses select 'address ' || n, ${aUser}, 'somewhere', n from number`,
  },
  'no account knows more than 20 devices': {
    'one knows 21': `
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 120)
        insert into devices select 'device ' || n, ${aUser}, 1 from number`,
  },
  'no account has more than 10 recovery codes': {
    'one has 11': `
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 110)
        insert into recovery_codes select 'code ' || n, ${aUser}, 1, null from number`,
  },
  'no account has more than 10 passkeys': {
    'one has 11': `
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 110)
        insert into passkeys select 'passkey ' || n, ${aUser}, 'Phone', 'key', 0, '', 1, null from number`,
  },
  'every picture has files and a product, which names its first one': {
    'a picture has no file': "delete from picture_files where picture = 'front'",
    'a picture has no product': `
      update product_pictures set picture = 'front' where picture = 'back'`,
    'a product names another first picture':
      "update products set picture = 'back' where id = 'lamp'",
  },
  'the catalogue has one version, and counts the changes of all of its segments': {
    'it has none': 'delete from catalogue_state',
    'a segment is not counted': 'delete from catalogue_segments',
  },
};

/** The other invariants that are violated, too. */
const alsoViolated: Record<string, string[]> = {
  'a wallet is overdrawn': [walletOfGrants, walletOfLedger],
  'a wallet and its ledger are a cent short': [transactionSum, ledgerSum],
  'a debit and its credit are a cent more': [paidOnce],
  'two transactions lack what the other one has too much': [paidOnce],
  'a sale is a cent more': [transactionSum, paidOnce],
  'money goes from sales to a wallet': [walletOfLedger],
  'an order is paid twice': [walletOfLedger],
  'an order is paid by nobody': [walletOfLedger],
  'an order is paid by somebody else': [walletOfLedger],
  'a refund is not in the ledger': [walletOfGrants, history],
  'a line is of no order': [numbered],
  'an order lost its lines': [stockOfOrders],
  'more is sold than there was': [stockSum],
  'an order has no line of what it took': [
    'an order returns to stock what it took, or less, and only if it is cancelled',
  ],
};

describe('exactly the violated invariants are found', () => {
  const cases = Object.entries(damages).flatMap(([name, ways]) =>
    Object.entries(ways).map(([how, statements]) => [name, how, statements] as const),
  );
  test.each(cases)('%s: not if %s', async (name, how, statements) => {
    const found = await whileDamaged(async (tx) => {
      await dropConstraints(tx);
      expect(await namesOf(tx)).toEqual([]);
      for (const statement of statements.split(';')) await sql.raw(statement).execute(tx);
    }, namesOf);
    expect(found.toSorted()).toEqual([name, ...(alsoViolated[how] ?? [])].toSorted());
  });

  test('every invariant is violated by one of these cases', () => {
    expect(Object.keys(damages).toSorted()).toEqual(
      tableInvariants.map(({ name }) => name).toSorted(),
    );
  });

  test('a sentence names the user and the amounts', async () => {
    const damage = (tx: Tx) => sql`update wallets set balance_cents = 7`.execute(tx);
    const [found] = await whileDamaged(damage, (tx) => findViolations(tx, tableInvariants));
    expect(found?.found[0]).toMatch(
      /^wallet of [0-9a-f-]{36}: 7 cents, of 500000 given and 10313 spent$/,
    );
  });
});

describe('the constraints of the engine', () => {
  test('are the expected ones, to which every migration must add its own', async () => {
    const expected = await expectedConstraints(engine);
    const found = await readConstraints(db);
    // Leave out Kysely's own tables.
    const oursOf = (constraints: Iterable<string>) =>
      [...constraints].filter((name) => !name.includes('kysely_migration')).toSorted();
    expect(oursOf(found)).toEqual(oursOf(expected));
  });

  const takenAway = {
    sqlite: [
      'drop trigger ledger_entries_no_delete',
      'drop index ledger_entries_order_id',
      'alter table wallets rename to purses',
    ],
    postgres: [
      'drop trigger ledger_entries_no_change on ledger_entries',
      'alter table ledger_entries disable trigger ledger_entries_no_change',
      'drop index ledger_entries_order_id',
      'alter table wallets drop constraint wallets_balance_cents_check',
      'alter table orders drop constraint orders_idempotency_key',
    ],
  };
  test.each(takenAway[engine])('are reported as missing after: %s', async (statement) => {
    const found = await whileDamaged(
      (tx) => sql.raw(statement).execute(tx),
      (tx) => constraintsExist.find(tx),
    );
    expect(found).toHaveLength(1);
  });
});

describe.runIf(engine === 'sqlite')('damage that only a file can have', () => {
  test.each([
    [
      'amounts and quantities are whole numbers',
      'update wallets set balance_cents = balance_cents + 0.5',
    ],
    [
      'every reference has its row: pragma foreign_key_check',
      "insert into sessions values ('token', 'nobody', 1, '')",
    ],
    [
      'the file is sound: pragma integrity_check',
      'update wallets set balance_cents = -balance_cents',
    ],
  ])('%s: not after %s', async (name, statement) => {
    const damage = async (tx: Tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await sql`pragma ignore_check_constraints = on`.execute(tx);
      await sql.raw(statement).execute(tx);
      await sql`pragma ignore_check_constraints = off`.execute(tx);
    };
    expect(await whileDamaged(damage, (tx) => namesOf(tx, fileInvariants))).toEqual([name]);
  });
  afterAll(() => sql`pragma ignore_check_constraints = off`.execute(db));
});
