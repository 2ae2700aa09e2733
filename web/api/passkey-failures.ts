import { passkeyKnown, passkeyNotUsed, passkeysNotHere } from '../../contract/messages.ts';
import { ApiError, NetworkError } from './client.ts';
import { serverMessageOr } from './failures.ts';

/** The server's message, or why the browser has no credential. */
export function explainCeremony(fallback: string) {
  const explain = serverMessageOr(fallback);
  return (error: Error): string => {
    if (error instanceof ApiError && error.status === 404) return passkeysNotHere;
    if (error instanceof ApiError || error instanceof NetworkError) return explain(error);
    // As WebAuthn names it.
    return error.name === 'InvalidStateError' ? passkeyKnown : passkeyNotUsed;
  };
}
