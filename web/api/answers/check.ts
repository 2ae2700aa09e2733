import type { Type } from 'typebox';
import { Compile } from 'typebox/compile';

const LIMITS = new Set(['minimum', 'maximum', 'minLength', 'maxItems', 'format']);

/** Without limits; the server alone knows which numbers are whole. */
function withoutLimits(schema: unknown): unknown {
  if (schema === 'integer') return 'number';
  if (Array.isArray(schema)) return schema.map(withoutLimits);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !LIMITS.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutLimits(value)]));
}

/**
 * A check of an answer by a schema of the contract, without its limits, because another backend may have others. The
 * build compiles the files of checks, so that browsers don't load the schema library (`scripts/compiled-answers.ts`).
 */
export function checkOf<T extends Type.TSchema>(schema: T) {
  const validator = Compile(withoutLimits(schema) as T);
  const check = (data: unknown): data is Type.Static<T> => validator.Check(data);
  return Object.assign(check, { code: validator.Code() });
}
