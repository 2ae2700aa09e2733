/** Checks what a crash would have left at a moment, without ending the run. */
import { rm } from 'node:fs/promises';
import { openStorage } from '../server/platform/storage/open.ts';
import { pairCalls } from './checker/calls.ts';
import { type InvariantName, invariants } from './checker/checker.ts';
import { readTables } from './final-state.ts';
import type { HistoryEvent } from './history.ts';
import type { Check } from './report.ts';
import type { CrashState, World } from './world.ts';

/** Events are still to be delivered, and invoices to be issued. */
const laterInvariants: readonly InvariantName[] = [
  'the receiver of webhooks got every event of every order, in order',
  'the receiver of webhooks is told of an erasure after all else of the account',
  'the receiver of webhooks gets what it lost again',
  'every order has an invoice, and all that went back a credit note',
  'invoices less credit notes are the sales of the ledger',
];
/** A crash after which the shop is not right. */
export interface Violation {
  /** The history up to the crash, and the database after it. */
  events: HistoryEvent[];
  violated: Check[];
}

/** @returns undefined if no invariant is violated at that moment */
export async function checkCrashState(
  { history }: World,
  { folder, events: count }: CrashState,
): Promise<Violation | undefined> {
  const { db, close } = await openStorage({ dataDir: folder, exclusive: true });
  const tables = await readTables(db);
  await close();
  await rm(folder, { recursive: true });
  const events: HistoryEvent[] = [
    ...history.events.slice(0, count),
    { kind: 'crash' },
    { kind: 'final', ...tables, checks: [] },
  ];
  const paired = pairCalls(events);
  const violated = Object.entries(invariants)
    .filter(([name]) => !laterInvariants.some((each) => each === name))
    .map(([name, find]) => ({ name, found: find(paired) }))
    .filter(({ found }) => found.length > 0);
  return violated.length > 0 ? { events, violated } : undefined;
}
