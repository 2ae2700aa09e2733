/** Puts the judged queries to the engines, and takes the time. */
import type { Engine, OpenEngine } from './engines/engine.ts';
import type { FeedProduct } from './feed.ts';
import type { Question } from './judged.ts';
import { type Quality, qualityOf, qualityOfNothing } from './metrics.ts';

/** Enough for the compiler to have seen all paths. */
const WARM_UP_ROUNDS = 2;
const TIMED_ROUNDS = 5;

export interface OpenedEngine {
  engine: Engine;
  /** How long it took from the products to a search that is ready. */
  filledInMs: number;
}

export interface Answer {
  question: Question;
  found: number[];
  quality: Quality;
}

export interface Result {
  name: string;
  filledInMs: number;
  /** In the order of the questions. */
  answers: Answer[];
  /** Of every timed query. */
  timesMs: number[];
}

export async function openTimed(
  open: OpenEngine,
  products: readonly FeedProduct[],
): Promise<OpenedEngine> {
  const startedAt = performance.now();
  const engine = await open(products);
  return { engine, filledInMs: performance.now() - startedAt };
}

export async function evaluate(
  engines: readonly OpenedEngine[],
  questions: readonly Question[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const { engine, filledInMs } of engines) {
    const answers = await answerAll(engine, questions);
    results.push({ name: engine.name, filledInMs, answers, timesMs: [] });
  }
  for (let round = 0; round < WARM_UP_ROUNDS + TIMED_ROUNDS; round++) {
    const times = await timeRound(engines, questions, round);
    if (round < WARM_UP_ROUNDS) continue;
    for (const [place, result] of results.entries()) result.timesMs.push(...(times[place] ?? []));
  }
  return results;
}

async function answerAll(engine: Engine, questions: readonly Question[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const question of questions) {
    const found = await engine.search(question.query);
    answers.push({ question, found, quality: qualityFor(question, found) });
  }
  return answers;
}

function qualityFor({ kind, relevant }: Question, found: number[]): Quality {
  return kind === 'nonsense' ? qualityOfNothing(found) : qualityOf(found, relevant);
}

/** The engines take turns query by query, so that what else the machine does meets them alike. */
async function timeRound(
  engines: readonly OpenedEngine[],
  questions: readonly Question[],
  round: number,
): Promise<number[][]> {
  for (const { engine } of engines) await engine.forget?.();
  const times = engines.map((): number[] => []);
  for (const [turn, { query }] of questions.entries()) {
    for (let n = 0; n < engines.length; n++) {
      const place = (n + turn + round) % engines.length;
      const engine = engines[place]?.engine;
      const startedAt = performance.now();
      await engine?.search(query);
      times[place]?.push(performance.now() - startedAt);
    }
  }
  return times;
}
