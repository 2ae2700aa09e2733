#!/usr/bin/env node
/** The operator's program: `qkart COMMAND`. */
import packageJson from '../package.json' with { type: 'json' };
import { exitCodes } from './shared/exit-codes.ts';

const [, oldest = ''] = /(\d+)/.exec(packageJson.engines.node) ?? [];
if (Number.parseInt(process.versions.node, 10) < Number(oldest)) {
  process.stderr.write(`QKart needs Node ${oldest} or later; this is ${process.version}.\n`);
  process.exit(exitCodes.nothing);
}
process.stdout.on('error', async (error: NodeJS.ErrnoException) => {
  // The reader, such as `head`, has closed the pipe.
  if (error.code === 'EPIPE') return;
  process.exitCode = exitCodes.part;
  const { reasonOf } = await import('../server/platform/storage/errors.ts');
  process.stderr.write(
    `What the command printed is lost: ${reasonOf(error)}. What it changed stays.\n`,
  );
});
// An older version of Node lacks modules that the program imports.
const { runProgram } = await import('./program.ts');
await runProgram(process.argv.slice(2));
