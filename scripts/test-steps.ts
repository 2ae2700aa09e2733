/** The steps of `npm test`, `npm run test:full`, `npm run check` and `npm test -- FILTER`. */
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPlaywrightReport, readVitestReport, type TestCount } from './test-reports.ts';

export interface Step {
  name: string;
  /** Programs of the installed packages with their arguments. The first failure ends the step. */
  commands: string[][];
  env?: Record<string, string>;
  /** The report of a test runner. A step without one counts as one test. */
  report?: { file: string; read(file: string): TestCount };
}

/** Lanes of steps. The lanes run at the same time, the steps of a lane one after the other. */
export type Stage = Step[][];

export interface TestOptions {
  /** Only what runs no test: format, lint, types, unused code. */
  static: boolean;
  full: boolean;
  coverage: boolean;
}

export const root = resolve(import.meta.dirname, '..');
export const resultsFolder = join(root, 'test-results');
const serverReport = join(resultsFolder, 'server.json');
const screensReport = join(resultsFolder, 'screens.json');
/** The name is set in playwright.config.ts. */
const playwrightReport = join(resultsFolder, 'pages.json');

/** `ENGINES=sqlite` or `ENGINES=postgres` restricts the tests to one database engine. */
const engines = (process.env.ENGINES ?? 'sqlite,postgres').split(',');

/** Every check. In the quick run, tests that no engine can change run only on the first engine. */
export function allStages(options: TestOptions): Stage[] {
  if (options.static) return [[staticChecks]];
  const pages = engines.map((engine, index) =>
    pageTests(engine, index === 0 || options.full ? [] : ['--project=desktop', '--grep=@core']),
  );
  return [
    // Each of these lanes keeps one processor busy, the next stages all of them.
    [[...staticChecks, build, ...simulations(options)], [screenTests(options)]],
    [[serverTests(options)]],
    [pages],
    ...(options.full ? [[[...realServers, npmPackage, lighthouse]]] : []),
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
    ...(server.length > 0 ? [serverTests(options, server)] : []),
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
    name: 'Format, lint and import rules',
    commands: [['biome', 'ci', '--colors=off', '--error-on-warnings', '.']],
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
    simulationStep('Broken shops in the simulation', 'broken'),
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
};

function serverTests({ full, coverage }: TestOptions, files: string[] = []): Step {
  const projects = (full || files.length === 0 ? engines : enginesOf(files)).map(
    (engine) => `--project=${engine}`,
  );
  return {
    name: 'Contract, server and command line',
    commands: [
      [...vitest(serverReport), ...projects, ...(coverage ? coverageOf(files) : []), ...files],
    ],
    env: full ? { FUZZ_REQUESTS: '20000', INDEXED_PRODUCTS: '120000' } : {},
    report: { file: serverReport, read: (file) => readVitestReport(file, root) },
  };
}

/** Without ENGINES, some files run on the first engine, and on another one only if a file is for it. */
function enginesOf(files: string[]): string[] {
  if (process.env.ENGINES !== undefined) return engines;
  const [first, ...others] = engines;
  const isNeeded = (engine: string) => files.some((file) => file.endsWith(`.${engine}.test.ts`));
  return [first ?? '', ...others.filter(isNeeded)];
}

/** The tests of screens, all in one page of Chromium, with the API answered at `fetch`. */
function screenTests({ coverage }: TestOptions, files: string[] = []): Step {
  return {
    name: 'Screens',
    commands: [
      [
        ...vitest(screensReport),
        '--config=vitest.screens.ts',
        ...(coverage ? coverageOf(files) : []),
        ...files,
      ],
    ],
    report: { file: screensReport, read: (file) => readVitestReport(file, root) },
  };
}

function vitest(report: string): string[] {
  return ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile=${report}`];
}

/** A run of only some tests has no coverage threshold. */
function coverageOf(files: string[]): string[] {
  const withoutThresholds = ['lines', 'branches'].map((kind) => `--coverage.thresholds.${kind}=0`);
  return ['--coverage', ...(files.length > 0 ? withoutThresholds : [])];
}

function pageTests(engine: string, args: string[]): Step {
  return {
    name: `Pages in Chromium, on ${engine}`,
    commands: [['playwright', 'test', ...args]],
    env: { TEST_ENGINE: engine },
    report: { file: playwrightReport, read: readPlaywrightReport },
  };
}
