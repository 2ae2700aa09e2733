/** What route schemas share: the error replies of a route, and how it asks for a token. */
import { ErrorReply } from '../../contract/errors.ts';

type ErrorStatus = 400 | 401 | 404 | 409 | 422 | 429;

/** The error statuses that a route names in its schema. */
export function replies<S extends ErrorStatus>(...statuses: S[]): Record<S, typeof ErrorReply> {
  // fromEntries forgets the keys, which are exactly the statuses.
  return Object.fromEntries(statuses.map((status) => [status, ErrorReply])) as Record<
    S,
    typeof ErrorReply
  >;
}

/** For the OpenAPI document. */
export const bearerSecurity = [{ bearer: [] }];
