/** Tests the checker with eight shops that are broken on purpose. It must find the violation of each. */
import { resolve } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { stopEverything } from '../../../scripts/children.ts';
import { engine, openTestDatabase } from '../../../server/testing/test-database.ts';
import { pairCalls } from '../../checker/calls.ts';
import { invariants } from '../../checker/checker.ts';
import { deploymentOn } from '../../deployment.ts';
import { sourceEntry } from '../../server.ts';
import { runDrill } from '../drill.ts';
import { root, shops } from './shops.ts';

// Starting servers from their sources is slow.
vi.setConfig({ testTimeout: 120_000 });
afterEach(stopEverything);

test.skipIf(engine !== 'sqlite').each(Object.entries(shops))(
  'the checker finds that a shop %s',
  async (_name, { violates, plan, replacements }) => {
    const { options } = await openTestDatabase(onTestFinished);
    const deployment = deploymentOn(options);
    deployment.nodeOptions = [`--import=${resolve(import.meta.dirname, 'hook.ts')}`];
    deployment.entry = sourceEntry;
    deployment.settings.DRILL_REPLACEMENTS = JSON.stringify(replacements);
    // A compile cache halves the time to start from sources.
    deployment.settings.NODE_COMPILE_CACHE = resolve(root, 'node_modules/.cache/node-compile');
    const usual = { seed: 7, shoppers: 4, kills: 0, responsesMax: 100, lastResponses: 30 };
    const history = pairCalls(await runDrill(deployment, { ...usual, ...plan }));
    // Check only this invariant. The others take long, because a violation has many explanations to rule out.
    expect(invariants[violates](history)).not.toEqual([]);
  },
);
