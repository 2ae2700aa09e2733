/** What is wrong in `shop.json`, by its place in the file. */
import { Settings } from 'typebox/system';
import { Value } from 'typebox/value';
import { ShopIdentity } from '../../../contract/shop-identity.ts';
import { quote } from '../../platform/quote.ts';

/** A place in the file, as a JSON pointer, and what is wrong there. */
export interface Problem {
  path: string;
  sentence: string;
}

interface Described {
  description?: string;
}

const ERRORS_MAX = 1_000;
/** Parts of these fields are checked by themselves, other fields as a whole. */
const IN_PARTS = ['hero', 'legal'];

/** Removes the places that have a problem, so that what is left can be checked further. */
export function withoutProblems(
  value: unknown,
  problems: readonly Problem[],
): Partial<ShopIdentity> {
  if (problems.some(({ path }) => path === '')) return {};
  for (const { path } of problems) {
    const [, field = ''] = path.split('/');
    Value.Pointer.Delete(value, IN_PARTS.includes(field) ? path : `/${field}`);
  }
  // What is left follows the schema.
  return value as Partial<ShopIdentity>;
}

/** @returns a problem for each place that violates the schema, with what would be right */
export function findSchemaProblems(value: unknown): Problem[] {
  const problems = new Map<string, string>();
  const add = (path: string, sentence: string): void => {
    if (!problems.has(path)) problems.set(path, sentence);
  };
  for (const { keyword, instancePath, schemaPath, params } of allErrorsOf(value)) {
    if (keyword === 'required') {
      for (const name of namesIn(params, 'requiredProperties')) {
        const expected = describe(`${schemaPath}/properties/${name}`);
        add(`${instancePath}/${name}`, `is missing: it must be ${expected}`);
      }
    } else if (keyword === 'additionalProperties') {
      for (const name of namesIn(params, keyword)) {
        add(
          `${instancePath}/${toPointer(name)}`,
          `is unknown here: ${describe(schemaPath)} is right`,
        );
      }
    } else if (keyword !== 'boolean') {
      // 'boolean' repeats what 'additionalProperties' says.
      const found = nameValue(Value.Pointer.Get(value, instancePath));
      add(instancePath, `must be ${describe(schemaPath)}, not ${found}`);
    }
  }
  return [...problems].map(([path, sentence]) => ({ path, sentence }));
}

/** TypeBox stops after 8 errors, as it should for what strangers send. */
function allErrorsOf(value: unknown) {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: ERRORS_MAX });
  try {
    return Value.Errors(ShopIdentity, value);
  } finally {
    Settings.Set({ maxErrors });
  }
}

function namesIn(params: object, field: string): string[] {
  // TypeBox names the properties in these fields.
  return (params as Record<string, string[]>)[field] ?? [];
}

function describe(schemaPath: string): string {
  const schema = Value.Pointer.Get(ShopIdentity, schemaPath.slice(1)) as Described | undefined;
  return schema?.description ?? 'something else';
}

/** A value that is nested deeply is not written out. */
function nameValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : quote(value);
}

function toPointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
