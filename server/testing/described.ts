/** Checks that a reply is one that the contract describes. */
import { callOf } from '../../contract/calls.ts';
import { callNames, refusalsOf } from '../../contract/endpoints/index.ts';
import { refusalHeaders } from '../../contract/headers.ts';

const patterns = callNames
  .map((name) => ({ name, ...callOf(name) }))
  .map(({ name, method, path }) => ({
    name,
    method,
    parameters: path.split(':').length,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  }))
  // The router prefers paths without parameters, too.
  .toSorted((one, other) => one.parameters - other.parameters);

/** @throws Error if a call of the API is refused with a code that its endpoint does not have */
export function expectDescribed(
  method: string,
  url: string,
  headers: Record<string, unknown>,
): void {
  const code = headers[refusalHeaders.code.toLowerCase()];
  if (code === undefined) return;
  const path = url.replace(/[?#].*/, '');
  const call = patterns.find((one) => one.method === method && one.pattern.test(path));
  if (call === undefined) return;
  if (!refusalsOf(call.name).some((known) => known === code)) {
    throw new Error(`The endpoint ${call.name} does not say that it refuses with ${code}`);
  }
}
