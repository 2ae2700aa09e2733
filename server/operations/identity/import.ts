/** Imports `shop.json`, all or nothing, and removes what was imported. */
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { findRepeatedName } from '../../../packages/product-feeds/index.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { quote } from '../../platform/quote.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { SourceFile } from '../feeds/reading/source-file.ts';
import { type NewShop, writeTo } from '../new-shop.ts';
import { checkContent } from './check.ts';
import { requireIdentity } from './export.ts';
import { readFiles, readWhole, toText } from './files.ts';
import { makePictures } from './pictures.ts';
import { findSchemaProblems, type Problem, withoutProblems } from './problems.ts';

const FILE_MAX_BYTES = 5_000_000;
const PROBLEMS_SHOWN = 20;

/**
 * @param shop one that does not exist yet is created after the check
 * @param nameOf what messages call a place of the file, a JSON pointer
 * @throws OperatorError with each problem of the file; nothing is changed then
 */
export async function importIdentity(
  shop: OperatorServices | NewShop,
  path: string,
  nameOf = (place: string) => `${path}: ${place === '' ? 'the file' : place}`,
): Promise<ShopIdentity> {
  const bytes = await readWhole(await SourceFile.open(path), FILE_MAX_BYTES);
  const value = await parseJson(path, toText(bytes, path));
  const unread = await readFiles(value, path);
  const invalid = findSchemaProblems(value);
  const valid = withoutProblems(value, invalid);
  const problems = [...unread, ...invalid, ...checkContent(valid)];
  const made = await makePictures(valid, problems.length === 0);
  refuseIf(nameOf, [...problems, ...made.problems]);
  // Without problems, nothing was left out.
  const identity = valid as ShopIdentity;
  await writeTo(shop, (services) => replaceIdentity(services, identity, made.pictures));
  return identity;
}

/** Makes the shop the demo again. @throws OperatorError if it has no identity of its own */
export async function removeIdentity(services: OperatorServices): Promise<void> {
  await requireIdentity(services.db);
  await replaceIdentity(services, undefined);
}

async function parseJson(path: string, text: string): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(text);
    const repeated = await findRepeatedName(text);
    if (repeated === undefined) return value;
    throw new OperatorError(`${path} has ${quote(repeated)} twice in one object.`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OperatorError(`${path} is not JSON: ${error.message}.`);
  }
}

/** @throws OperatorError if there is any problem */
function refuseIf(nameOf: (place: string) => string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const shown = problems
    .slice(0, PROBLEMS_SHOWN)
    .map(({ path, sentence }) => `${nameOf(path)} ${sentence}.`);
  const more = problems.length - shown.length;
  throw new OperatorError([...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'));
}
