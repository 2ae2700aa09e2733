import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

/** Expects a refusal in the shape of every error, `{"success": false, "message": string}` and nothing else, with its code. */
export function expectRefused(
  reply: LightMyRequestResponse,
  status: number,
  message: string = expect.any(String),
): void {
  expect([reply.statusCode, reply.json()]).toEqual([status, { success: false, message }]);
  if (status !== 500) expect(reply.headers['refusal-code']).toMatch(/^[A-Z_]+$/);
}
