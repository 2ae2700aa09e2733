/** What limits count by, and how much they allow. See docs/decisions/007-failed-logins.md. */

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

/** The parts of `AUTH_RATE_LIMIT`, requests a minute, that one network may send. */
const NETWORK_SHARES = {
  login: 1,
  'registration attempt': 1,
  registration: 1 / 10,
  recovery: 1 / 10,
  'passkey challenge': 1,
  'passkey login': 1,
  proof: 1,
  export: 1 / 20,
};
/** The parts that one account or one session may send: nobody needs more, and accounts are cheap. */
const OWN_SHARES = {
  'login from known devices': 1 / 60,
  'passkey login': 1 / 60,
  proof: 1 / 60,
  export: 1 / 300,
};

/** Failures at one account from one network: enough for a forgetful person, too few for guessing. */
const ACCOUNT_IN_NETWORK: Allowance = { burst: 10, intervalMs: 5 * MINUTE_MS };
/** Failures at one account from all unknown devices: a limit of distributed guessing that ten networks don't reach. */
const ACCOUNT: Allowance = { burst: 200, intervalMs: 12 * SECOND_MS };
/** From one network over all accounts: enough for an office, too few to try one password on everybody. */
const NETWORK: Allowance = { burst: 200, intervalMs: 6 * SECOND_MS };
/** What wider networks may send, in multiples of the narrowest: for IPv6 a /64, a /56 and a /48. */
const WIDTH_FACTORS = [1, 2, 4];
/** Pages of other origins have failures of their own, whose intervals are longer. */
const FOREIGN_PAGE_FACTOR = 3;

/** Who sends a registration or a login. */
export interface Sender {
  /** From narrow to wide. */
  networks: readonly [string, ...string[]];
  /** A page of another origin: any page can make its visitors send requests. */
  isForeignPage: boolean;
}

export interface LoginAttempt extends Sender {
  /** Hash of the username. */
  account: string;
  /** Hash of the device that sends it, if the account knows it. */
  device: string | undefined;
}

/** @param perMinute `AUTH_RATE_LIMIT`; 0 is no limit @returns from narrow to wide */
export function networkRates(
  what: keyof typeof NETWORK_SHARES,
  { networks, isForeignPage }: Sender,
  perMinute: number,
): Limit[] {
  return networks.flatMap((network, width) => {
    const subject = `${what} from ${network}${isForeignPage ? ' by foreign pages' : ''}`;
    return rate(subject, Math.ceil(perMinute * NETWORK_SHARES[what]) * widthFactor(width));
  });
}

/** @param owner an account or a session @param perMinute `AUTH_RATE_LIMIT`; 0 is no limit */
export function ownRates(what: keyof typeof OWN_SHARES, owner: string, perMinute: number): Limit[] {
  return rate(`${what} of ${owner}`, Math.ceil(perMinute * OWN_SHARES[what]));
}

/** @param perMinute of one network; 0 is no limit */
export function loginRates(attempt: LoginAttempt, perMinute: number): Limit[] {
  return attempt.device === undefined
    ? networkRates('login', attempt, perMinute)
    : ownRates('login from known devices', attempt.account, perMinute);
}

function rate(subject: string, perMinute: number): Limit[] {
  if (perMinute === 0) return [];
  const intervalMs = Math.ceil(MINUTE_MS / perMinute);
  return [{ subject, burst: perMinute, intervalMs, refusal: 'TOO_MANY_REQUESTS', isCounted: true }];
}

/** All failures of the account itself begin with this. */
export function accountSubject(account: string): string {
  return `account ${account}`;
}

/**
 * What a failed login counts against. A known device counts for itself alone, so nobody else can lock its owner out.
 * A name that no account has uses up nothing that others need: it is no guess.
 * @returns first the limit that a successful login resets; then those shared with others
 */
export function failureLimits(
  attempt: LoginAttempt,
  { isKnownName }: { isKnownName: boolean },
): [Limit, ...Limit[]] {
  const { account, device, networks, isForeignPage } = attempt;
  const subject = accountSubject(account);
  if (device !== undefined) return [failures(`${subject} device ${device}`, ACCOUNT_IN_NETWORK)];
  const by = isForeignPage ? ' by foreign pages' : '';
  const limit = (name: string, { burst, intervalMs }: Allowance, width = 0, isCounted = true) => {
    const factor = isForeignPage ? FOREIGN_PAGE_FACTOR : 1;
    const wide = {
      burst: burst * widthFactor(width),
      intervalMs: (intervalMs * factor) / widthFactor(width),
    };
    return failures(name, wide, isCounted);
  };
  const ofAccountIn = (network: string, width: number) =>
    limit(`${subject}${by} from ${network}`, ACCOUNT_IN_NETWORK, width);
  const [narrow, ...wider] = networks;
  return [
    ofAccountIn(narrow, 0),
    ...wider.map((network, index) => ofAccountIn(network, index + 1)),
    ...networks.map((network, width) =>
      limit(`network ${network}${by}`, NETWORK, width, isKnownName),
    ),
    limit(`${subject}${by}`, ACCOUNT),
  ];
}

/** What a wrong password counts against in a session, so that a stolen one doesn't block others. @param session hash of its token */
export function proofLimits(account: string, session: string): [Limit] {
  return [failures(`${accountSubject(account)} session ${session}`, ACCOUNT_IN_NETWORK)];
}

function failures(subject: string, allowance: Allowance, isCounted = true): Limit {
  return { subject, ...allowance, refusal: 'FAILED_LOGINS_TOO_MANY', isCounted };
}

function widthFactor(width: number): number {
  return WIDTH_FACTORS[width] ?? 1;
}
