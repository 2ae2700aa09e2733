/** Runs the steps of `npm test`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { countMissing, type TestReport } from './test-reports.ts';
import { type Need, type Report, root, type Stage, type Step } from './test-steps.ts';

/** The environment variables that lead to what a step needs, or a sentence that says why there are none. */
export type Provision = { env: Record<string, string> } | { problem: string };
export type Provisions = Partial<Record<Need, Provision>>;

interface Outcome extends Omit<TestReport, 'ended'> {
  notRun: number;
}

export interface Result extends Outcome {
  name: string;
  seconds: number;
}

type Print = (chunk: string | Buffer) => void;

const nothing: TestReport = { passed: 0, failures: [], problems: [], ended: {} };

/** @param provided what the steps need */
export async function runStages(stages: readonly Stage[], provided: Provisions): Promise<Result[]> {
  const results: Result[] = [];
  for (const jobs of stages) {
    const runJob = async (steps: Step[]): Promise<Result[]> => {
      const ofJob: Result[] = [];
      for (const step of steps) ofJob.push(await runStep(step, jobs.length > 1, provided));
      return ofJob;
    };
    results.push(...(await Promise.all(jobs.map(runJob))).flat());
  }
  return results;
}

/** @param isShared other steps run at the same time, so the output is printed when the step ends */
async function runStep(step: Step, isShared: boolean, provided: Provisions): Promise<Result> {
  const chunks: Buffer[] = [];
  const print: Print = (chunk) =>
    void (isShared ? chunks.push(Buffer.from(chunk)) : process.stdout.write(chunk));
  if (isShared) process.stdout.write(`== ${step.name} ...\n`);
  print(`\n== ${step.name}\n`);
  const startedAt = performance.now();
  const { env, problems } = readProvisions(step, provided);
  const outcome =
    problems.length > 0
      ? await countNotRun(step, env, { ...nothing, problems })
      : await runCommands(step, env, print);
  const seconds = (performance.now() - startedAt) / 1_000;
  const hasPassed = outcome.failures.length + outcome.notRun === 0;
  print(`== ${step.name}: ${hasPassed ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`);
  process.stdout.write(Buffer.concat(chunks));
  return { name: step.name, seconds, ...outcome };
}

function readProvisions({ env, needs = [] }: Step, provided: Provisions) {
  const found = needs.map((need) => provided[need] ?? { problem: `There is no ${need}.` });
  const variables = found.map((provision) => ('env' in provision ? provision.env : {}));
  const problems = found.flatMap((provision) =>
    'problem' in provision ? [provision.problem] : [],
  );
  return { env: Object.assign({ ...process.env, ...env }, ...variables), problems };
}

async function runCommands(step: Step, env: NodeJS.ProcessEnv, print: Print): Promise<Outcome> {
  const { commands, name, report } = step;
  // The report of an earlier step must not be counted twice.
  if (report) rmSync(report.file, { force: true });
  let succeeded = true;
  for (const command of commands) succeeded &&= await runCommand(command, env, print);
  const outcome = report
    ? await countNotRun(step, env, readReport(report))
    : { ...nothing, passed: succeeded ? 1 : 0, notRun: 0 };
  const hasReason = outcome.failures.length + outcome.notRun > 0;
  const isWrong = !succeeded || outcome.passed === 0;
  return isWrong && !hasReason ? { ...outcome, failures: [name] } : outcome;
}

function readReport({ file, read }: Report): TestReport {
  try {
    return read(file);
  } catch {
    return { ...nothing, problems: ['The runner ended without a report; see its output above.'] };
  }
}

/** If there are problems, counts the tests without a result. Problems that stopped no test are failures. */
async function countNotRun(
  { name, report }: Step,
  env: NodeJS.ProcessEnv,
  { ended, ...outcome }: TestReport,
): Promise<Outcome> {
  if (outcome.problems.length === 0) return { ...outcome, notRun: 0 };
  const problems = outcome.problems.map((problem) => `${name}: ${problem}`);
  const notRun = report ? countMissing(await countTests(report, env), ended) : 1;
  return notRun > 0
    ? { ...outcome, problems, notRun }
    : { ...outcome, failures: [...outcome.failures, ...problems], problems: [], notRun };
}

async function countTests({ count }: Report, env: NodeJS.ProcessEnv) {
  await runCommand(count.command, env, () => {});
  try {
    return count.read(count.file);
  } catch {
    // The tests can't be listed, either.
    return {};
  }
}

/** @returns whether the program exited with 0 */
async function runCommand(
  [program = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  print: Print,
): Promise<boolean> {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...env, PATH: [join(root, 'node_modules/.bin'), env.PATH].join(delimiter) },
  });
  child.stdout.on('data', print);
  child.stderr.on('data', print);
  try {
    const [code] = await once(child, 'close');
    return code === 0;
  } catch (error) {
    print(`${program}: ${error instanceof Error ? error.message : error}\n`);
    return false;
  }
}
