#!/usr/bin/env node
/** The operator's program: `qkart COMMAND`. */
import { CommanderError } from '@commander-js/extra-typings';
import { exitCodes } from './errors.ts';
import { createProgram } from './program.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the message. Requested help and version are no error.
  process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
}
