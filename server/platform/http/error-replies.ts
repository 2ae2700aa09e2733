/** Parts of route schemas: error replies, and the need for a token. */
import { ErrorReply } from '../../../contract/errors.ts';

type ErrorStatus = 400 | 401 | 404 | 409 | 422 | 429;

/** The error replies of a route, by status. */
export function replies<S extends ErrorStatus>(...statuses: S[]): Record<S, typeof ErrorReply> {
  // fromEntries loses the types of the keys, which are exactly the statuses.
  return Object.fromEntries(statuses.map((status) => [status, ErrorReply])) as Record<
    S,
    typeof ErrorReply
  >;
}

/** For the OpenAPI document. */
export const bearerSecurity = [{ bearer: [] }];
