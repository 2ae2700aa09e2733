/**
 * `node scripts/count-tests.ts FILE [ARGUMENT...]` writes the number of tests in each test file to FILE, as JSON. The
 * arguments are those of `vitest run`.
 */
import { writeFileSync } from 'node:fs';
import { createVitest, parseCLI } from 'vitest/node';

process.env.COUNTING_TESTS = '1';
const [output = '', ...args] = process.argv.slice(2);
const { filter, options } = parseCLI(['vitest', 'run', ...args]);
const vitest = await createVitest('test', { ...options, watch: false, reporters: [{}] });
const modules = new Map<string, { file: string; tests: number }>();
// Only a file that is loaded says how many tests its loops define. If it can't be, its calls of `test` are counted.
for (const staticParse of [true, false]) {
  try {
    const { testModules } = await vitest.collect(filter, { staticParse });
    for (const { project, moduleId, children } of testModules.filter((module) => module.ok())) {
      const tests = children.allTests().filter(({ options: { mode } }) => mode === 'run');
      const found = { file: moduleId, tests: [...tests].length };
      modules.set(`${project.name} ${moduleId}`, found);
    }
  } catch {
    // Without Chromium, no test of a screen can be loaded.
  }
}
await vitest.close();
const counts: Record<string, number> = {};
for (const { file, tests } of modules.values()) counts[file] = (counts[file] ?? 0) + tests;
writeFileSync(output, JSON.stringify(counts));
