/** `npm run drill -- orders`: its words, and what they set going. */
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveFromCaller } from '../../cli/caller-path.ts';
import type { Engine } from '../../server/storage/engine.ts';
import { print } from '../report.ts';
import { checkHistory } from './check/check.ts';
import { traceOf } from './check/trace.ts';
import { type Plan, rehearse } from './drill.ts';
import { type HistoryEvent, readHistory, writeHistory } from './history.ts';
import { printOrders } from './report.ts';
import { openSite } from './site.ts';

const SHOPPERS = 8;
const KILLS = 20;
const SEED_MAX = 2 ** 31;
const ANSWERS_MAX = 400;
const PROGRESS_EVERY = 20;

export const ordersUsage = `npm run drill -- orders       shoppers of every kind order from a server that is killed all the time
    --kills N                 how often; ${KILLS}
    --shoppers N              how many at a time; ${SHOPPERS}
    --seed N                  the decisions of an earlier run again
    --engine NAME             sqlite, or postgres, which is killed as well; sqlite
    --history FILE            writes down every call and answer
    --check FILE              checks what was written down, and drills nothing
`;

type Values = ReturnType<typeof parseWords>;

/** @returns the drill that the words ask for @throws TypeError of parseArgs, RangeError for a number */
export function ordersDrill(words: string[]): () => Promise<boolean> {
  const values = parseWords(words);
  const { check, history } = values;
  if (check !== undefined) return async () => judge(readHistory(resolveFromCaller(check)));
  const plan: Plan = {
    seed: wholeNumber('seed', values.seed, randomInt(SEED_MAX)),
    shoppers: wholeNumber('shoppers', values.shoppers, SHOPPERS),
    kills: wholeNumber('kills', values.kills, KILLS),
    answersMax: ANSWERS_MAX,
    lastAnswers: ANSWERS_MAX,
  };
  const engine = engineNamed(values.engine);
  return () => drill(engine, plan, history && resolveFromCaller(history));
}

async function drill(engine: Engine, plan: Plan, file: string | undefined): Promise<boolean> {
  const { seed, shoppers, kills } = plan;
  const command = `npm run drill -- orders --engine ${engine} --kills ${kills} --shoppers ${shoppers} --seed ${seed}`;
  print(`${command}\n\n`);
  const events = await rehearse(await openSite(engine), plan, (done) => {
    if (done % PROGRESS_EVERY === 0) print(`${done} of ${kills} kills\n`);
  });
  print('\n');
  const holds = judge(events);
  const kept = file ?? (holds ? undefined : join(tmpdir(), `qkart-history-${seed}.jsonl`));
  if (kept !== undefined) {
    writeHistory(kept, events);
    print(`\nThe history: ${kept}\n`);
  }
  if (!holds)
    print(`Again: ${command}\nOr only the checks: npm run drill -- orders --check ${kept}\n`);
  return holds;
}

function judge(events: readonly HistoryEvent[]): boolean {
  const checks = checkHistory(events);
  printOrders(traceOf(events), checks);
  return checks.every(({ found }) => found.length === 0);
}

function parseWords(words: string[]) {
  const text = { type: 'string' } as const;
  const options = { kills: text, shoppers: text, seed: text, history: text, check: text };
  const engine = { type: 'string', default: 'sqlite' } as const;
  return parseArgs({ args: words, options: { ...options, engine } }).values;
}

function engineNamed(name: Values['engine']): Engine {
  if (name === 'sqlite' || name === 'postgres') return name;
  throw new RangeError(`--engine takes sqlite or postgres, not "${name}".`);
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^[0-9]{1,10}$/.test(text))
    throw new RangeError(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
}
