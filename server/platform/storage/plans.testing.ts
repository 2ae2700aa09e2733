/** Records the statements that the shop executes, and finds full table scans in their query plans. */
import { CompiledQuery, DefaultQueryExecutor, sql } from 'kysely';
import { vi } from 'vitest';
import type { Engine } from './engine.ts';
import type { Db } from './schema.ts';

/** @returns the statements that `work` executes on this database, each text once */
export async function statementsOf(db: Db, work: () => Promise<void>): Promise<CompiledQuery[]> {
  const statements = new Map<string, CompiledQuery>();
  const { adapter } = db.getExecutor();
  const original = DefaultQueryExecutor.prototype.executeQuery;
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    query,
    ...more
  ) {
    if (this.adapter === adapter) statements.set(query.sql, query);
    return original.call(this, query, ...more);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return [...statements.values()];
}

/** The tables that a statement scans as a whole. */
export async function fullScansOf(
  db: Db,
  engine: Engine,
  statement: CompiledQuery,
): Promise<string[]> {
  return engine === 'sqlite' ? scansOnSqlite(db, statement) : scansOnPostgres(db, statement);
}

let explained = 0;

/** @returns the rows of the query plan */
export async function explain<Row>(
  db: Db,
  engine: Engine,
  statement: CompiledQuery,
): Promise<Row[]> {
  // Another text each time: a cached statement would not notice a changed schema.
  const how = engine === 'sqlite' ? `query plan /* ${++explained} */` : '(format json)';
  const text = `explain ${how} ${statement.sql}`;
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...statement.parameters]))).rows;
}

async function scansOnSqlite(db: Db, statement: CompiledQuery): Promise<string[]> {
  const { sql } = statement;
  const rows = await explain<{ detail: string }>(db, 'sqlite', statement);
  const details = rows.map(({ detail }) => detail);
  // A scan in the order of the table stops at the limit.
  const isLeftEarly = / limit /.test(sql) && !details.some((detail) => /TEMP B-TREE/.test(detail));
  if (isLeftEarly) return [];
  // The rows of the statement itself and of its subqueries are no table.
  const own = new Set([...sql.matchAll(/\) as "(\w+)"/g)].map(([, name]) => name));
  return details
    .flatMap((detail) => /^SCAN (?!CONSTANT|\d+-ROW)(\w+)/.exec(detail)?.[1] ?? [])
    .filter((table) => !own.has(table));
}

/** The fields used here: https://www.postgresql.org/docs/current/using-explain.html */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

async function scansOnPostgres(db: Db, statement: CompiledQuery): Promise<string[]> {
  const rows = await explain<{ 'QUERY PLAN': { Plan: Plan }[] }>(db, 'postgres', statement);
  const partial = await partialIndices(db);
  return rows.flatMap((row) =>
    row['QUERY PLAN'].flatMap(({ Plan }) => scansOf(Plan, partial, false)),
  );
}

/** A query with the condition of such an index reads only the rows of the index. */
async function partialIndices(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indpred is not null`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** @param isLeftEarly whether the node stops at a limit: nothing is sorted in between */
function scansOf(plan: Plan, partial: ReadonlySet<string>, isLeftEarly: boolean): string[] {
  const type = plan['Node Type'];
  const isWhole =
    type === 'Seq Scan' ||
    (/^Index (Only )?Scan$/.test(type) &&
      plan['Index Cond'] === undefined &&
      !partial.has(plan['Index Name'] ?? ''));
  if (isWhole && !isLeftEarly) return [plan['Relation Name'] ?? type];
  const keepsOrder = type === 'Limit' || type === 'LockRows';
  const below = type === 'Limit' || (isLeftEarly && keepsOrder);
  return (plan.Plans ?? []).flatMap((child) => scansOf(child, partial, below));
}
