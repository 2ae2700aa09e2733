import { describe, expect, test, vi } from 'vitest';
import { commands } from './commands.ts';
import { listCommands } from './help.ts';
import { COMMAND_TEST_TIMEOUT_MS, runQkart } from './process.testing.ts';

vi.setConfig({ testTimeout: COMMAND_TEST_TIMEOUT_MS });

const catalogueCommands = commands.filter(({ name }) => name.startsWith('catalogue '));

describe('help goes to stdout with exit code 0, and needs no shop', () => {
  const noShop = { env: { DATA_DIR: '/dev/null/no-shop' } };

  test.each(['help', '--help', '-h'])('qkart %s lists all commands', async (word) => {
    expect(await runQkart([word], noShop)).toEqual({
      code: 0,
      stdout: listCommands(commands),
      stderr: '',
    });
  });

  test('qkart catalogue help lists the commands of the group', async () => {
    expect(await runQkart(['catalogue', 'help'], noShop)).toEqual({
      code: 0,
      stdout: listCommands(catalogueCommands),
      stderr: '',
    });
  });

  test('qkart COMMAND --help describes the command', async () => {
    const { code, stdout, stderr } = await runQkart(['catalogue', 'import', '--help'], noShop);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: qkart catalogue import FILE [OPTIONS]\n');
    expect(stdout).toContain('   or: npm run qkart -- catalogue import FILE [OPTIONS]\n');
    expect(stdout).toContain('\n  --skip-invalid ');
  });
});

describe('wrong usage goes to stderr with exit code 2', () => {
  test.each([
    [[], `Name a command.\n\n${listCommands(commands)}`],
    [['sell\x1b[2J'], `There is no command "sell\\u001b[2J".\n\n${listCommands(commands)}`],
    [['catalogue'], `Name a command.\n\n${listCommands(catalogueCommands)}`],
    [
      ['catalogue', 'sell', 'a'],
      `There is no command "catalogue sell".\n\n${listCommands(catalogueCommands)}`,
    ],
    [
      ['backup'],
      'backup takes exactly one FILE.\n\n' +
        'Usage: qkart backup FILE\n   or: npm run qkart -- backup FILE\n' +
        '--help describes the arguments.\n',
    ],
  ])('%j', async (words, stderr) => {
    expect(await runQkart(words)).toEqual({ code: 2, stdout: '', stderr });
  });
});
