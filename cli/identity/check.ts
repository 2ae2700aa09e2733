import { findLacks } from '../../server/operations/identity/launch-check.ts';
import { readConfig } from '../../server/platform/config.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { resolveFromCaller } from '../caller-path.ts';
import { count } from '../numbers.ts';
import { readShop } from '../shop.ts';

interface Options {
  backups?: string | undefined;
  json?: true | undefined;
}

export async function run({ backups: name, json }: Options): Promise<void> {
  const config = readConfig(process.env);
  const backups = name === undefined ? undefined : resolveFromCaller(name);
  const lacks = await readShop((db) => findLacks({ db, now: Date.now, config, backups }));
  if (json) process.stdout.write(`${JSON.stringify(lacks)}\n`);
  else process.stdout.write(lacks.map((lack) => `${lack}\n`).join(''));
  if (lacks.length > 0) throw new OperatorError(`${count(lacks.length, 'thing')} to do first.`);
  if (!json) process.stdout.write('Nothing is missing.\n');
}
