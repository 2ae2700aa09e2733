/** Sends one event, signed as Standard Webhooks says (https://www.standardwebhooks.com). */
import { Webhook } from 'standardwebhooks';

/** The timeout of a reply, including its body. */
const TIMEOUT_MS = 15_000;
/** Up to this size a body is read, so that its connection can be reused. */
const BODY_MAX_BYTES = 16_384;
const RETRY_AFTER_MAX_MS = 24 * 60 * 60 * 1_000;
const GONE = 410;

export interface Receiver {
  url: string;
  /** Secrets like `whsec_…`. Each signs every event, so that a receiver can change from one to another. */
  secrets: readonly string[];
}

export type Outcome =
  | { isAccepted: true }
  | {
      isAccepted: false;
      /** The reason for an operator. It does not contain the address. */
      reason: string;
      retryAfterMs?: number | undefined;
      /** The receiver wants no more events. */
      isGone?: boolean;
    };

/**
 * @param now milliseconds since 1970 UTC, which are signed, too
 * @throws the signal's reason; every other failure is an outcome
 */
export type Send = (
  event: { id: string; payload: string },
  now: number,
  signal: AbortSignal,
) => Promise<Outcome>;

export function createSender({ url, secrets }: Receiver, timeoutMs = TIMEOUT_MS): Send {
  const webhooks = secrets.map((secret) => new Webhook(secret));
  return async ({ id, payload }, now, signal) => {
    const at = new Date(now);
    const signatures = webhooks.map((webhook) => webhook.sign(id, at, payload));
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: payload,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'QKart',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now / 1_000)),
          'webhook-signature': signatures.join(' '),
        },
        // A redirect is a failure, because an operator must change the address if the receiver moves.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      await drain(response);
      return outcomeOf(response, now);
    } catch (error) {
      signal.throwIfAborted();
      return { isAccepted: false, reason: reasonOf(error, timeoutMs) };
    }
  };
}

function outcomeOf({ ok, status, headers }: Response, now: number): Outcome {
  if (ok) return { isAccepted: true };
  return {
    isAccepted: false,
    reason: `status ${status}`,
    retryAfterMs: readRetryAfter(headers.get('retry-after'), now),
    isGone: status === GONE,
  };
}

/** Reads the body. Its failure is ignored, because the status alone is the outcome. */
async function drain({ body }: Response): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > BODY_MAX_BYTES) break;
    }
  } catch {}
}

/** @param header a number of seconds, or a date */
function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const ms = /^[0-9]+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : undefined;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} seconds`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.message;
}
