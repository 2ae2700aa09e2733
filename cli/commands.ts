/** The table of commands. A new command is one entry here and one file that exports `command`. */
import type { Command } from './command.ts';

export interface CommandEntry {
  /** The words after `qkart`. */
  name: string;
  /** The arguments as the usage shows them. */
  synopsis: string;
  summary: string;
  /** Imports the command's file only when the command is used. */
  load(): Promise<{ command: Command }>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'catalogue import',
    synopsis: 'FILE [OPTIONS]',
    summary: 'adds the products of a file, and updates those that exist',
    load: () => import('./catalogue/import.ts'),
  },
  {
    name: 'catalogue update',
    synopsis: 'FILE [OPTIONS]',
    summary: 'changes price, stock or active of existing products',
    load: () => import('./catalogue/update.ts'),
  },
  {
    name: 'catalogue export',
    synopsis: 'FILE [--format NAME]',
    summary: 'writes all products to a file',
    load: () => import('./catalogue/export.ts'),
  },
  {
    name: 'catalogue remove',
    synopsis: 'ID...',
    summary: 'removes products',
    load: () => import('./catalogue/remove.ts'),
  },
  {
    name: 'catalogue count',
    synopsis: '',
    summary: 'prints the number of products',
    load: () => import('./catalogue/count.ts'),
  },
  {
    name: 'move',
    synopsis: '--from DATABASE --to DATABASE',
    summary: 'copies a whole shop to another database, on either engine',
    load: () => import('./move.ts'),
  },
  {
    name: 'backup',
    synopsis: 'FILE',
    summary: 'saves a SQLite shop to a file, also while it runs',
    load: () => import('./backup.ts'),
  },
  {
    name: 'restore',
    synopsis: 'FILE',
    summary: 'replaces a stopped SQLite shop by a backup',
    load: () => import('./restore.ts'),
  },
  {
    name: 'audit',
    synopsis: '',
    summary: 'checks every invariant of the database',
    load: () => import('./audit.ts'),
  },
];
