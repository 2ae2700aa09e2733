#!/usr/bin/env node
/** The operator's program: `qkart COMMAND`. */
import { runProgram } from './program.ts';

await runProgram(process.argv.slice(2));
