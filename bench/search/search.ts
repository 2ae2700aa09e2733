/**
 * Compares the shop's search with two libraries on the same products and the same judged queries.
 * Needs a file of real products beside the repository, which is no part of it.
 */
import { existsSync } from 'node:fs';
import type { OpenEngine } from './engines/engine.ts';
import { openMiniSearch, openMiniSearchAnd } from './engines/minisearch.ts';
import { openOrama, openOramaAnd } from './engines/orama.ts';
import { openQKart, openQKartOnPostgres } from './engines/qkart.ts';
import { FEED, feedFile, readFeed } from './feed.ts';
import { judge } from './judged.ts';
import { evaluate, type OpenedEngine, openTimed } from './measure.ts';
import { reportOf } from './report.ts';
import { weakestOf } from './weakest.ts';

export interface SearchEvaluation {
  /** Measures the shop on PostgreSQL as well. */
  postgres: boolean;
  /** Lists the queries that others answer better. */
  verbose: boolean;
}

/** @returns what to print; undefined where the products aren't there */
export async function evaluateSearch(options: SearchEvaluation): Promise<string | undefined> {
  if (!existsSync(feedFile)) return undefined;
  const products = readFeed(feedFile);
  const questions = judge(products);
  const engines: OpenedEngine[] = [];
  try {
    for (const open of enginesOf(options)) engines.push(await openTimed(open, products));
    const results = await evaluate(engines, questions);
    const head = `${questions.length} judged queries over ${products.length} products of ${FEED}`;
    const parts = [head, reportOf(results)];
    if (options.verbose) parts.push(weakestOf(results, products));
    return parts.join('\n\n');
  } finally {
    for (const { engine } of engines) await engine.close?.();
  }
}

export const withoutProducts = `The search is evaluated over ${FEED}, which is not here.`;

function enginesOf({ postgres }: SearchEvaluation): OpenEngine[] {
  const libraries = [openMiniSearch, openMiniSearchAnd, openOrama, openOramaAnd];
  return [openQKart, ...(postgres ? [openQKartOnPostgres] : []), ...libraries];
}
