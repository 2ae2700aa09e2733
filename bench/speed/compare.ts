/** Two things in turn, round by round, so that a machine that slows down slows down both. */
import { quantileOf } from '../search/metrics.ts';
import type { Throughput } from './load.ts';

const ROUNDS = 5;

export interface Comparison {
  what: string;
  /** The least that the shop should reach of what it is compared with, where that is said. */
  target?: number | undefined;
  reference: string;
  shop: () => Promise<Throughput>;
  bare: () => Promise<Throughput>;
  rounds?: number;
}

/** Medians of all rounds; a ratio is one round's. */
export interface Compared extends Round<Throughput> {
  what: string;
  target: number | undefined;
  reference: string;
  ratio: number;
  ratioMin: number;
  ratioMax: number;
}

export async function compare(comparison: Comparison): Promise<Compared> {
  const { what, target, reference, shop, bare } = comparison;
  const rounds = await inTurns({ shop, bare }, comparison.rounds);
  const ratios = rounds.map(({ bare, shop }) => shop.perSecond / bare.perSecond);
  return {
    what,
    target,
    reference,
    shop: medianOf(rounds.map((round) => round.shop)),
    bare: medianOf(rounds.map((round) => round.bare)),
    ratio: quantileOf(ratios, 0.5),
    ratioMin: Math.min(...ratios),
    ratioMax: Math.max(...ratios),
  };
}

function medianOf(measured: readonly Throughput[]): Throughput {
  const of = (name: keyof Throughput) =>
    quantileOf(
      measured.map((each) => each[name]),
      0.5,
    );
  return { perSecond: of('perSecond'), cpuMs: of('cpuMs'), databaseCpuMs: of('databaseCpuMs') };
}

export interface Round<T> {
  shop: T;
  bare: T;
}

/** The first round warms both up, and isn't among those that are returned. */
export async function inTurns<T>(
  { shop, bare }: { shop: () => Promise<T>; bare: () => Promise<T> },
  count = ROUNDS,
): Promise<Round<T>[]> {
  const rounds: Round<T>[] = [];
  for (let round = 0; round <= count; round++) {
    rounds.push({ bare: await bare(), shop: await shop() });
  }
  return rounds.slice(1);
}
