#!/usr/bin/env node
/** The operator's program: `qkart COMMAND`. */
import { exitCodes } from './errors.ts';
import { runProgram } from './program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader, such as `head`, has closed the pipe.
  if (error.code === 'EPIPE') return;
  process.stderr.write(
    `What the command printed is lost: ${error.message}. What it changed stays.\n`,
  );
  process.exitCode = exitCodes.doneInPart;
});
await runProgram(process.argv.slice(2));
