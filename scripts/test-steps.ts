/** The steps of `npm test`, `npm run test:full`, `npm run check` and `npm test -- FILTER`. */
import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type Counts,
  readPlaywrightCounts,
  readPlaywrightReport,
  readVitestCounts,
  readVitestReport,
  type TestReport,
} from './test-reports.ts';

/** What a machine may lack. It is provided once, because two jobs must not install it at the same time. */
export type Need = 'chromium' | 'postgres';

export interface Step {
  name: string;
  /** Programs, those of the installed packages first, with their arguments. The first failure ends the step. */
  commands: string[][];
  env?: Record<string, string>;
  needs?: Need[];
  /** A step without one counts as one test. */
  report?: Report;
}

/** The report of a test runner. */
export interface Report {
  file: string;
  read(file: string): TestReport;
  /** The command that counts the tests if the report does not have all of them, and the file that it writes. */
  count: { command: string[]; file: string; read(file: string): Counts };
}

/** Jobs of steps. The jobs run at the same time, the steps of a job one after the other. */
export type Stage = Step[][];

export interface TestOptions {
  /** Only what runs no test: format, lint, types, unused code. */
  static: boolean;
  full: boolean;
  coverage: boolean;
}

export const root = resolve(import.meta.dirname, '..');
export const resultsFolder = join(root, 'test-results');

/** `ENGINES=sqlite` or `ENGINES=postgres` restricts the tests to one database engine. */
const engines = (process.env.ENGINES ?? 'sqlite,postgres').split(',');

/** Every check. In the quick run, tests that no engine can change run only on the first engine. */
export function allStages(options: TestOptions): Stage[] {
  if (options.static) return [[staticChecks]];
  const [pages = [], ...otherPages] = engines.map((engine, index) => [
    pageTests(engine, index === 0 || options.full ? [] : ['--project=desktop', '--grep=@core']),
  ]);
  return [
    [[build], staticChecks],
    // Two jobs keep two processors busy: each waits now and then. With a third, single tests become slow.
    [
      [...pages, ...otherPages.flat()],
      [screenTests(options), ...simulations(options), ...serverTests(options)],
    ],
    ...(options.full ? [[[...realServers, npmPackage, lighthouse, ...bareSystem]]] : []),
  ];
}

/** The test files whose path contains one of `filters`; none if there is no such file. */
export function filteredStages(filters: string[], options: TestOptions): Stage[] {
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: ['node_modules', 'build'] }).filter((file) =>
      filters.some((filter) => file.includes(filter)),
    );
  const server = find('*/**/*.test.ts');
  const screens = find('web/**/*.test.tsx');
  const pages = find('e2e/*.spec.ts');
  const steps = [
    ...(pages.length > 0 ? [build] : []),
    ...(server.length > 0 ? serverTests(options, server) : []),
    ...(screens.length > 0 ? [screenTests(options, screens)] : []),
    ...(pages.length > 0 ? [pageTests(engines[0] ?? '', pages)] : []),
  ];
  return steps.length === 0 ? [] : [[steps]];
}

/** Only page tests, and servers that are killed, use the built shop. */
const build: Step = {
  name: 'Build',
  commands: [['node', 'scripts/setup.mjs', '--build']],
};

const staticChecks: Step[] = [
  {
    name: 'Format, lint, imports and folders',
    commands: [
      ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
      ['node', 'scripts/check-imports.ts'],
    ],
  },
  {
    name: 'Types',
    commands: [
      ['react-router', 'typegen'],
      ['tsc', '-p', '.'],
      ['tsc', '-p', 'web'],
      ['tsc', '-p', 'e2e'],
    ],
  },
  { name: 'Unused code', commands: [['knip']] },
];

function simulationStep(name: string, ...args: string[]): Step {
  return { name, commands: [['node', 'simulation/main.ts', ...args]] };
}

/** Each run begins with another seed, which it prints. */
function simulations({ full }: TestOptions): Step[] {
  return [
    simulationStep('Simulated crashes', 'simulate', '--seconds', full ? '600' : '20'),
    simulationStep('Broken shops in the simulation', 'broken', '--slow', full ? '1' : '0'),
  ];
}

const realServers: Step[] = [
  ...engines.map((engine) =>
    simulationStep(
      `100 killed servers, on ${engine}`,
      'kill',
      '--engine',
      engine,
      '--kills',
      '100',
    ),
  ),
  simulationStep('Failover of PostgreSQL', 'failover'),
];

const npmPackage: Step = {
  name: 'The npm package in an empty folder',
  commands: [['node', 'scripts/try-package.ts']],
};

const lighthouse: Step = {
  name: 'Lighthouse',
  commands: [['node', 'bench/bench.ts', 'lighthouse', '--check']],
  needs: ['chromium'],
};

/** Only root may make another system, and only Debian has the program for it. */
const bareSystem: Step[] =
  process.getuid?.() === 0 && existsSync('/etc/debian_version')
    ? [
        {
          name: 'The two commands of the README on a bare system',
          commands: [['bash', 'scripts/try-bare-system.sh']],
        },
      ]
    : [];

/** A step for each engine, but only one with coverage, whose threshold is for all engines. */
function serverTests(options: TestOptions, files: string[] = []): Step[] {
  const wanted = options.full || files.length === 0 ? engines : enginesOf(files);
  const groups = options.coverage ? [wanted] : wanted.map((engine) => [engine]);
  return groups.map((group) => ({
    ...vitest(`Contract, server and command line, on ${group.join(' and ')}`, options, [
      // Some tests of an engine have a project of their own.
      ...group.map((engine) => `--project=${engine}*`),
      ...files,
    ]),
    needs: group.includes('postgres') ? ['postgres'] : [],
    env: options.full ? { FUZZ_REQUESTS: '20000', INDEXED_PRODUCTS: '120000' } : {},
  }));
}

/** Without ENGINES, some files run on the first engine, and on another one only if a file is for it. */
function enginesOf(files: string[]): string[] {
  if (process.env.ENGINES !== undefined) return engines;
  const [first, ...others] = engines;
  const isNeeded = (engine: string) => files.some((file) => file.endsWith(`.${engine}.test.ts`));
  return [first ?? '', ...others.filter(isNeeded)];
}

/** The tests of screens, all in one page of Chromium, with the API answered at `fetch`. */
function screenTests(options: TestOptions, files: string[] = []): Step {
  const step = vitest('Screens', options, ['--config=vitest.screens.ts', ...files]);
  return { ...step, needs: ['chromium'] };
}

/** @param args projects, configuration and files */
function vitest(name: string, { coverage }: TestOptions, args: string[]): Step {
  const fileName = join(resultsFolder, name.toLowerCase().replaceAll(/\W+/g, '-'));
  const file = `${fileName}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile=${file}`];
  const counts = `${fileName}-counts.json`;
  return {
    name,
    commands: [['vitest', 'run', ...reporters, ...(coverage ? coverageOf(args) : []), ...args]],
    report: {
      file,
      read: (file) => readVitestReport(file, root),
      count: {
        command: ['node', 'scripts/count-tests.ts', counts, ...args],
        file: counts,
        read: readVitestCounts,
      },
    },
  };
}

/** A run of only some tests has no coverage threshold. */
function coverageOf(args: string[]): string[] {
  const withoutThresholds = ['lines', 'branches'].map((kind) => `--coverage.thresholds.${kind}=0`);
  const hasFiles = args.some((arg) => !arg.startsWith('--'));
  return ['--coverage', ...(hasFiles ? withoutThresholds : [])];
}

function pageTests(engine: string, args: string[]): Step {
  /** The name is set in playwright.config.ts. */
  const file = join(resultsFolder, `pages-${engine}.json`);
  const command = ['playwright', 'test', ...args];
  return {
    name: `Pages in Chromium, on ${engine}`,
    commands: [command],
    env: { TEST_ENGINE: engine },
    needs: engine === 'postgres' ? ['chromium', 'postgres'] : ['chromium'],
    report: {
      file,
      read: readPlaywrightReport,
      count: { command: [...command, '--list'], file, read: readPlaywrightCounts },
    },
  };
}
