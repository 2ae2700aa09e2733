import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OperatorError } from '../server/platform/operator-error.ts';
import { packageFolder } from '../server/platform/package-folder.ts';

/** The built files of server and pages. */
const built = ['build/shop/main.js', 'build/pages/server/index.js'].map((file) =>
  join(packageFolder, file),
);

/** Runs the built shop in this process. Returns once it listens. SIGTERM and SIGINT stop it. */
export async function run(): Promise<void> {
  if (!built.every((file) => existsSync(file))) {
    throw new OperatorError(
      'The shop is not built. Run `npm start`, which builds and starts it, or `npm run build` first.',
    );
  }
  const [server = ''] = built;
  await import(pathToFileURL(server).href);
}
