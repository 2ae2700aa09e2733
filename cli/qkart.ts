#!/usr/bin/env node
/** The operator's program: `qkart COMMAND`. */
import { CommanderError } from '@commander-js/extra-typings';
import { exitCodes } from './errors.ts';
import { createProgram } from './program.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Its message is printed already. Help and version, when asked for, are no error.
  process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
}
