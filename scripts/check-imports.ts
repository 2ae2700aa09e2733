/**
 * Checks what files import, and how folders depend on each other: `npm run check` runs it. Exit code 1: something is
 * against a rule. Within a folder, "room" is a file or a folder in it, and "floors" is its longest chain of imports.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const FLOORS_MAX = 5;
const ROOMS_MAX = 14;
/** Their rooms are all of one kind. */
const largeFolders = ['contract', 'web/api', 'web/ui'];
/** The domains of the shop from the top to the bottom. A domain may import those below. */
const shopFloors = [
  ['personal-data'],
  ['orders', 'pages'],
  ['search', 'accounts', 'invoices'],
  ['cart', 'addresses', 'wallet', 'identity'],
  ['session', 'catalogue'],
];

interface Rule {
  files: RegExp;
  /** Files to which the rule does not apply. */
  except?: RegExp;
  /** Tests may prepare and check with anything, unless the rule says that it is for them, too. */
  appliesToTests?: true;
  /** Paths of files, and names of packages. */
  forbids: RegExp;
  unless?: RegExp;
  because: string;
}

const fastify = /^@?fastify\b/;
const either = (...patterns: RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|'));

const rules: Rule[] = [
  {
    files: /^contract\//,
    forbids: /./,
    unless: /^contract\/|^typebox$/,
    because: 'The contract is shared by server and browser: it knows typebox and nothing else.',
  },
  {
    files: /^packages\//,
    appliesToTests: true,
    forbids: /^(contract|server|cli|web)\//,
    because: 'A package knows nothing of the shop.',
  },
  {
    files: /^server\/shop\//,
    except: /\/routes\.ts$|^server\/shop\/(session\/authentication|pages\/[^/]+)\.ts$/,
    forbids: either(fastify, /\/routes\.ts$/),
    because: 'HTTP is the business of routes.',
  },
  {
    files: /^server\/shop\//,
    forbids: /^server\/operations\//,
    because: 'Operations use the shop, never the other way.',
  },
  {
    files: /^server\/shop\/[^/]+\/rules\.ts$/,
    forbids: /./,
    unless:
      /^contract\/|\/rules\.ts$|\/platform\/(storage\/schema|http\/network)\.ts$|^node:crypto$/,
    because: 'Rules are pure: they know the contract, rows, and other rules.',
  },
  {
    files: /^(server\/operations|cli)\//,
    forbids: either(fastify, /\/routes\.ts$/, /^web\//),
    because: 'Routes are another entrance to the shop.',
  },
  {
    files: /^server\/platform\//,
    forbids: /^server\/(shop|operations)\//,
    because: "The platform carries the shop and doesn't know it.",
  },
  {
    files: /^server\/platform\/storage\//,
    forbids: either(fastify, /\/http\//),
    because: 'Storage knows no HTTP.',
  },
  {
    files: /^web\//,
    appliesToTests: true,
    forbids: /^(server|cli)\/|^fastify|^kysely|^node:/,
    because: 'The pages speak to the server by HTTP, and by the interface of contract/pages.ts.',
  },
  {
    files: /^web\/(?!desk\/)/,
    forbids: /^web\/desk\//,
    because: 'Shoppers get nothing of the desk.',
  },
  {
    files: /^web\/desk\//,
    forbids: /^web\/(?!desk\/|ui\/)/,
    because: 'The desk shares design tokens and primitives with the shop, nothing else.',
  },
  {
    files: /^server\/(shop|operations|platform)\//,
    forbids: /^server\/desk\//,
    because: 'The desk calls operations, never the other way.',
  },
  {
    files: /^web\/api\//,
    forbids: /^web\/(ui|session|credentials|cart|search|app|routes)\//,
    because: 'The API knows no session and no screen: its callers pass the token.',
  },
  {
    files: /^web\/session\//,
    forbids: /^web\/(cart|credentials|search|app|routes)\//,
    because: 'Below the screens, only the session is shared.',
  },
  ...['cart', 'credentials', 'search'].map((own) => ({
    files: new RegExp(`^web/${own}/`),
    forbids: new RegExp(`^web/(?!${own}/)(cart|credentials|search|app|routes)/`),
    because: 'Below the screens, only the session is shared.',
  })),
  {
    files: /^web\/app\//,
    forbids: /^web\/(credentials|routes)\//,
    because: 'What surrounds all screens knows none.',
  },
  {
    files: /^web\/routes\/products\/filters\//,
    forbids: /^web\/routes\/products\/([^/]+\.tsx$|details\/|listing\/)/,
    because: 'The list is built on its filters.',
  },
  {
    files: /^web\/routes\/products\/details\//,
    forbids: /^web\/routes\/products\/(filters|listing)\//,
    because: 'The dialog of a product knows no list.',
  },
  {
    files: /^web\/routes\/checkout\/order\//,
    forbids: /^web\/routes\/checkout\/([^/]+\.tsx$|addresses\/|summary\/)/,
    because: 'The form of the checkout is built on its order.',
  },
  ...['addresses', 'summary'].map((own) => ({
    files: new RegExp(`^web/routes/checkout/${own}/`),
    forbids: new RegExp(`^web/routes/checkout/([^/]+\\.tsx$|(?!${own}/)(addresses|summary)/)`),
    because: 'The parts of the form know only the order.',
  })),
  {
    files: /^web\/ui\//,
    appliesToTests: true,
    forbids: /^web\/(?!ui\/)|^contract\//,
    unless: /^contract\/(limits|pictures)\.ts$|^web\/testing\//,
    because: 'Primitives know how things look, not what they are for.',
  },
  {
    files: /^(bench|simulation)\//,
    except: /^bench\/bare-server\.ts$/,
    forbids: either(fastify, /\/routes\.ts$/, /^web\//),
    because: 'Load and crashes are of the app as a whole.',
  },
  {
    files: /^e2e\//,
    appliesToTests: true,
    forbids: /^(server|web)\//,
    because: 'Tests of the pages see what shoppers see: HTTP, and the contract.',
  },
];

interface Import {
  from: string;
  to: string;
}

/** The imports of a file, of types too: paths from the root of the repository, and names of packages. */
function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8');
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g);
  return [...found].map(([, name = '']) => ({
    from,
    to: name.startsWith('.') ? posix.join(posix.dirname(from), name) : name,
  }));
}

const isTest = (file: string) => /\.(test|spec|testing)\.|(^|\/)testing\//.test(file);

function problemsOf({ from, to }: Import): string[] {
  const broken = rules.filter(
    ({ files, except, appliesToTests, forbids, unless }) =>
      files.test(from) &&
      !except?.test(from) &&
      (appliesToTests || !isTest(from)) &&
      forbids.test(to) &&
      !unless?.test(to),
  );
  const reasons = broken.map(({ because }) => because);
  const [, entered] = /^(packages\/[^/]+\/)(?!index\.ts$)/.exec(to) ?? [];
  if (entered !== undefined && !from.startsWith(entered)) {
    reasons.push('A package has one door, its index.ts.');
  }
  const isOther = domainOf(from) !== domainOf(to);
  if (!isTest(from) && isOther && floorOf(from) >= floorOf(to)) reasons.push('Imports go down.');
  const [, screen] = /^(web\/routes\/[^/]+\/)/.exec(to) ?? [];
  if (screen !== undefined && from.startsWith('web/routes/') && !from.startsWith(screen)) {
    reasons.push('A screen knows no other screen.');
  }
  const isRoutes = (file: string) => /^server\/shop\/.*\/routes\.ts$/.test(file);
  if (isRoutes(from) && isRoutes(to) && !to.startsWith(`${posix.dirname(from)}/`)) {
    reasons.push('A domain registers its own routes. Domains meet in app.ts alone.');
  }
  return reasons.map((reason) => `${from} imports ${to}: ${reason}`);
}

function domainOf(file: string): string {
  return /^server\/shop\/([^/]+)\//.exec(file)?.[1] ?? '';
}

/** @returns 0 for the top; NaN outside of the shop's domains */
function floorOf(file: string): number {
  const floor = shopFloors.findIndex((domains) => domains.includes(domainOf(file)));
  return floor === -1 ? Number.NaN : floor;
}

/** What is against the rules of a folder. */
function problemsOfFolder(folder: string, imports: readonly Import[], files: string[]): string[] {
  const roomOf = (path: string) =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;
  const rooms = new Map<string, Set<string>>();
  for (const file of files) {
    const room = roomOf(file);
    if (room !== undefined) rooms.set(room, new Set());
  }
  for (const { from, to } of imports) {
    const [room = '', other = ''] = [roomOf(from), roomOf(to)];
    if (room !== other && rooms.has(other)) rooms.get(room)?.add(other);
  }
  const problems: string[] = [];
  if (rooms.size > ROOMS_MAX && !largeFolders.includes(folder)) {
    problems.push(`${folder} has ${rooms.size} rooms: ${ROOMS_MAX} is the most`);
  }
  const chains = [...rooms.keys()].map((room) => longestChain(rooms, [room]));
  const ring = chains.find(endsInRing);
  const longest = chains.reduce((one, other) => (other.length > one.length ? other : one), []);
  if (ring !== undefined) problems.push(`${folder} has a ring: ${ring.join(' → ')}`);
  else if (longest.length > FLOORS_MAX) {
    problems.push(`${folder} has ${longest.length} floors: ${longest.join(' → ')}`);
  }
  return problems;
}

function endsInRing(chain: readonly string[]): boolean {
  return chain.indexOf(chain.at(-1) ?? '') < chain.length - 1;
}

/** The longest continuation of a chain of imports. If it meets a ring, it ends with the room that it has twice. */
function longestChain(rooms: Map<string, Set<string>>, chain: string[]): string[] {
  let longest = chain;
  for (const next of rooms.get(chain.at(-1) ?? '') ?? []) {
    if (chain.includes(next)) return [...chain, next];
    const found = longestChain(rooms, [...chain, next]);
    if (endsInRing(found)) return found;
    if (found.length > longest.length) longest = found;
  }
  return longest;
}

// New files, too, and none that are deleted but not staged.
const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx'];
const listed = execFileSync('git', listing, { encoding: 'utf8' }).trim().split('\n');
const files = [...new Set(listed)].filter((file) => existsSync(file));
const imports = files.flatMap(importsOf);
const product = files.filter(
  (file) => /^(contract|packages|server|cli|web)\//.test(file) && !isTest(file),
);
const ofProduct = imports.filter(({ from }) => product.includes(from));
const folders = new Set<string>();
for (const file of product) {
  for (let at = posix.dirname(file); at !== '.'; at = posix.dirname(at)) folders.add(at);
}
const problems = [
  ...imports.flatMap(problemsOf),
  ...[...folders].flatMap((folder) => problemsOfFolder(folder, ofProduct, product)),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
