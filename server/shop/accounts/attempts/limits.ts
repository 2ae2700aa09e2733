/** What is limited, by whom it is counted, and how much is allowed. See docs/decisions/007-failed-logins.md. */
import type { LoginAttempt, Sender } from './devices.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** So many attempts in a row, then one in each interval. */
interface Allowance {
  burst: number;
  intervalMs: number;
}

export interface Limit extends Allowance {
  subject: string;
  refusal: 'TOO_MANY_REQUESTS' | 'FAILED_LOGINS_TOO_MANY';
  /** Whether an attempt uses the limit up. It is refused above the limit in any case. */
  isCounted: boolean;
}

/**
 * The parts of `AUTH_RATE_LIMIT`, requests a minute, that one network may send, and that one account or session may:
 * nobody needs more, and accounts are cheap.
 */
const RATES = {
  login: { network: 1 },
  'login from known devices': { owner: 1 / 60 },
  'registration attempt': { network: 1 },
  registration: { network: 1 / 10 },
  recovery: { network: 1 / 10 },
  'passkey challenge': { network: 1 },
  'passkey login': { network: 1, owner: 1 / 60 },
  proof: { network: 1, owner: 1 / 60 },
  export: { network: 1 / 20, owner: 1 / 300 },
} satisfies Record<string, { network?: number; owner?: number }>;

/** Failed logins. */
const FAILURES = {
  /** At one account from one network: enough for a forgetful person, too few for guessing. */
  accountInNetwork: { burst: 10, intervalMs: 5 * MINUTE_MS },
  /** At one account from all unknown devices: a limit of distributed guessing that ten networks don't reach. */
  account: { burst: 200, intervalMs: 12 * SECOND_MS },
  /** From one network over all accounts: enough for an office, too few to try one password on everybody. */
  network: { burst: 200, intervalMs: 6 * SECOND_MS },
};
/** What wider networks may send, in multiples of the narrowest: for IPv6 a /64, a /56 and a /48. */
const WIDTH_FACTORS = [1, 2, 4];
/** Pages of other origins have failures of their own, whose intervals are longer. */
const FOREIGN_PAGE_FACTOR = 3;

export type LimitedRequest = keyof typeof RATES;

/**
 * @param from the account or session, and the sender, of those by which the request is counted
 * @param perMinute `AUTH_RATE_LIMIT`; 0 is no limit
 * @returns first that of the owner, then those of networks from narrow to wide
 */
export function ratesOf(
  what: LimitedRequest,
  { owner, sender }: { owner?: string; sender?: Sender },
  perMinute: number,
): Limit[] {
  const shares: { network?: number; owner?: number } = RATES[what];
  const rate = (subject: string, share = 0, width = 0): Limit => {
    const burst = Math.ceil(perMinute * share) * widthFactor(width);
    const intervalMs = Math.ceil(MINUTE_MS / burst);
    return { subject, burst, intervalMs, refusal: 'TOO_MANY_REQUESTS', isCounted: true };
  };
  if (perMinute === 0) return [];
  const networks = sender?.networks ?? [];
  return [
    ...(owner === undefined ? [] : [rate(`${what} of ${owner}`, shares.owner)]),
    ...networks.map((network, width) =>
      rate(`${what} from ${network}${pagesOf(sender)}`, shares.network, width),
    ),
  ];
}

/** @param perMinute of one network; 0 is no limit */
export function loginRates(attempt: LoginAttempt, perMinute: number): Limit[] {
  return attempt.device === undefined
    ? ratesOf('login', { sender: attempt }, perMinute)
    : ratesOf('login from known devices', { owner: attempt.account }, perMinute);
}

/** All failures of the account itself begin with this. */
export function accountSubject(account: string): string {
  return `account ${account}`;
}

/**
 * The limits that a failed login counts against. A known device counts for itself alone, so nobody else can lock its
 * owner out. A name that no account has uses up nothing that others need: it is no guess.
 * @returns first the limit that a successful login resets; then those shared with others
 */
export function failureLimits(
  attempt: LoginAttempt,
  { isKnownName }: { isKnownName: boolean },
): Limit[] {
  const { account, device, networks, isForeignPage } = attempt;
  const { accountInNetwork, network: ofNetwork, account: ofAccount } = FAILURES;
  const subject = accountSubject(account);
  if (device !== undefined) return [failures(`${subject} device ${device}`, accountInNetwork)];
  const by = pagesOf(attempt);
  const slowness = isForeignPage ? FOREIGN_PAGE_FACTOR : 1;
  const limit = (name: string, { burst, intervalMs }: Allowance, width = 0) => {
    const factor = widthFactor(width);
    return failures(name, { burst: burst * factor, intervalMs: (intervalMs * slowness) / factor });
  };
  return [
    ...networks.map((network, width) =>
      limit(`${subject}${by} from ${network}`, accountInNetwork, width),
    ),
    ...networks.map((network, width) => ({
      ...limit(`network ${network}${by}`, ofNetwork, width),
      isCounted: isKnownName,
    })),
    limit(`${subject}${by}`, ofAccount),
  ];
}

/** What a wrong password counts against in a session, so that a stolen one doesn't block others. @param session hash of its token */
export function proofLimits(account: string, session: string): Limit[] {
  return [failures(`${accountSubject(account)} session ${session}`, FAILURES.accountInNetwork)];
}

function failures(subject: string, allowance: Allowance): Limit {
  return { subject, ...allowance, refusal: 'FAILED_LOGINS_TOO_MANY', isCounted: true };
}

function pagesOf(sender: Sender | undefined): string {
  return sender?.isForeignPage ? ' by foreign pages' : '';
}

function widthFactor(width: number): number {
  return WIDTH_FACTORS[width] ?? 1;
}
