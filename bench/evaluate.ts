/** `npm run evaluate -- search` compares the search with other engines over judged queries. Exit code 2: wrong arguments. */
import { parseArgs } from 'node:util';
import { engineNames, stopPostgres } from './database.ts';
import { evaluateSearch } from './search/evaluate.ts';

const usage = `npm run evaluate -- search  the search beside other engines, over judged queries
  --engine NAME    sqlite (if left out), or postgres without the other engines
  --worst N        only the shop, and its N worst queries of each set
`;

const options = readArguments();
if (options === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  for await (const text of evaluateSearch(options.engine, options))
    process.stdout.write(`${text}\n`);
  await stopPostgres();
}

/** @returns undefined if the arguments are invalid */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        engine: { type: 'string', default: 'sqlite' },
        worst: { type: 'string', default: '0' },
      },
      allowPositionals: true,
    });
    const engine = (Object.keys(engineNames) as (keyof typeof engineNames)[]).find(
      (name) => name === values.engine,
    );
    const worst = Number(values.worst);
    const isKnown = positionals.length === 1 && positionals[0] === 'search';
    return isKnown && engine !== undefined && worst >= 0 ? { engine, worst } : undefined;
  } catch {
    return undefined;
  }
}
