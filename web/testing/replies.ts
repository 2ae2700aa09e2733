/** The replies of the API. */
import { API_BASE } from '../../contract/calls.ts';

export interface Reply {
  status?: number;
  json?: unknown;
  body?: string;
  headers?: Record<string, string>;
}

/** The header of a reply that repeats an earlier one. */
export const REPLAYED = { 'idempotency-replayed': 'true' };

export function respond({ status = 200, json: value, body, headers }: Reply): Response {
  return new Response(body ?? JSON.stringify(value), { status, headers: { ...headers } });
}

export function json<Body>(
  value: Body,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return respond({ status, json: value, headers });
}

export function refusal(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return json({ success: false, message }, status, headers);
}

/** @returns the header that names the next page of a list */
export function linkTo(path: string, parameters: URLSearchParams, cursor: number) {
  const next = new URLSearchParams(parameters);
  next.set('cursor', String(cursor));
  return { link: `<${API_BASE}${path}?${next}>; rel="next"` };
}
