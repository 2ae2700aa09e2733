/** The queries that the shop answers worse than the best of the others. */
import type { FeedProduct } from './feed.ts';
import type { Answer, Result } from './measure.ts';
import { meanOf, type Quality } from './metrics.ts';
import { table } from './report.ts';

/** Differences smaller than that no shopper notices. */
const NOTICEABLE = 0.05;

interface Weakness {
  ours: Answer;
  best: Answer;
  bestName: string;
  behind: number;
}

/** @param results the shop's first */
export function weakestOf(
  [shop, ...others]: readonly Result[],
  products: readonly FeedProduct[],
): string {
  if (shop === undefined) return '';
  const weaknesses = shop.answers
    .map((ours, place) => compare(ours, place, others))
    .filter(({ behind }) => behind > NOTICEABLE)
    .sort((a, b) => b.behind - a.behind);
  const rows = weaknesses.map(({ ours, best, bestName }) => [
    ours.question.kind,
    ours.question.query,
    String(ours.question.relevant.size),
    String(ours.found.length),
    cellsOf(ours.quality),
    cellsOf(best.quality),
    bestName,
    firstWrong(ours, products),
  ]);
  const head = ['kind', 'query', 'relevant', 'found', shop.name, 'best', 'of', 'first wrong hit'];
  return `${rows.length} queries that others answer better, each with recall, precision and reciprocal rank:\n${table(head, rows)}`;
}

function compare(ours: Answer, place: number, others: readonly Result[]): Weakness {
  let best = { answer: ours, name: '' };
  for (const { name, answers } of others) {
    const answer = answers[place];
    if (answer && scoreOf(answer.quality) > scoreOf(best.answer.quality)) best = { answer, name };
  }
  const behind = scoreOf(best.answer.quality) - scoreOf(ours.quality);
  return { ours, best: best.answer, bestName: best.name, behind };
}

function scoreOf({ recall, precision, reciprocalRank }: Quality): number {
  return meanOf([recall, precision, reciprocalRank]);
}

function cellsOf({ recall, precision, reciprocalRank }: Quality): string {
  return [recall, precision, reciprocalRank].map((share) => share.toFixed(2)).join(' ');
}

function firstWrong({ found, question }: Answer, products: readonly FeedProduct[]): string {
  const place = found.find((hit) => !question.relevant.has(hit));
  return place === undefined ? '' : (products[place]?.name ?? '');
}
