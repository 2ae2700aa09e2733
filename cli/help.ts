/** The help texts, made of the table of commands. */
import type { Command } from './command.ts';
import type { CommandEntry } from './commands.ts';

export function isHelp(word: string | undefined): boolean {
  return word === 'help' || word === '--help' || word === '-h';
}

/** One line for each command. */
export function listCommands(entries: readonly CommandEntry[]): string {
  const rows = entries.map((entry) => [callOf(entry), entry.summary] as const);
  const width = Math.max(...rows.map(([call]) => call.length));
  const lines = rows.map(([call, summary]) => `  ${call.padEnd(width)}   ${summary}\n`);
  return `Commands:

${lines.join('')}
qkart COMMAND --help describes a command. In a checkout, write \`npm run qkart --\` instead of \`qkart\`.
The shop is the one in the folder DATA_DIR (./data), or in the PostgreSQL database DATABASE_URL.
Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
`;
}

export function describeCommand(entry: CommandEntry, { details }: Command): string {
  const { summary } = entry;
  return `${usageOf(entry)}
${summary.charAt(0).toUpperCase()}${summary.slice(1)}.
${details}`;
}

/** How the command is called, where it is installed and in a checkout. */
export function usageOf(entry: CommandEntry): string {
  const call = callOf(entry);
  return `Usage: ${call}
   or: npm run ${call.replace(' ', ' -- ')}
`;
}

function callOf({ name, synopsis }: CommandEntry): string {
  return `qkart ${name} ${synopsis}`.trimEnd();
}
