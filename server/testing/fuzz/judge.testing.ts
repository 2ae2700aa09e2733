/** Checks the properties of every reply to any request. */
import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { expect } from 'vitest';
import { ErrorReply } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { RawReply } from '../../platform/http/raw.testing.ts';
import { expectDescribed } from '../described.ts';
import type { Call } from './calls.testing.ts';

/** Statuses that every request may get, in addition to those of its call. */
const ANYWHERE = [304, 400, 404, 405, 413, 414, 415, 431];
/** Details of the server that no reply may contain: a stack, a file, a statement, a module. */
const INTERNALS =
  /\n\s+at |node_modules|\.[cm]?[jt]s\b|\bselect\b.*\bfrom\b|insert into|SQLITE_|pg_|[A-Z]\w+Error\b/i;

/** @throws AssertionError if a reply violates a property */
export function judge(call: Call, reply: RawReply): void {
  const { status, headers, body } = reply;
  expect(status, 'status').toBeLessThan(500);
  expect(headers, 'headers').toMatchObject({ 'x-content-type-options': 'nosniff' });
  const isLogin = call.operation.template === paths.login;
  if (!isLogin) expect(Object.keys(headers), 'headers').not.toContain('set-cookie');
  // The method of a malformed request is unknown, so a body may be missing.
  const isUnread = headers['x-request-id'] === undefined;
  if (status === 204 || status === 304 || (call.method === 'HEAD' && !isUnread)) {
    expect(body, 'body').toBe('');
    return;
  }
  const { replies } = call.operation;
  const isJson = headers['content-type'] === 'application/json; charset=utf-8';
  if (!isJson) {
    expect(replies === undefined || call.method === 'OPTIONS', 'an API answers with JSON').toBe(
      true,
    );
    return;
  }
  const said: unknown = JSON.parse(body);
  const isOwn = call.method === call.operation.method;
  const schema = isOwn ? replies?.get(status) : undefined;
  if (replies && isOwn) expect([...replies.keys(), ...ANYWHERE], 'status').toContain(status);
  // A raw path may lead to another call.
  if (isOwn && !call.isRaw) expectDescribed(call.method, call.operation.template, headers);
  if (status >= 400) judgeError(said, schema);
  if (schema) expect(Check(schema, said), `${body} is as the call's schema says`).toBe(true);
}

/** Every error has one shape, except for a search that finds nothing. */
function judgeError(said: unknown, schema: TSchema | undefined): void {
  if (Array.isArray(said) && said.length === 0 && (schema as { type?: string })?.type === 'array')
    return;
  expect(Check(ErrorReply, said), `${JSON.stringify(said)} is an error`).toBe(true);
  const { message, ...others } = said as ErrorReply;
  expect(others).toEqual({ success: false });
  expect(message, 'message').not.toMatch(INTERNALS);
  expect(message.length, 'length of the message').toBeLessThan(500);
}
