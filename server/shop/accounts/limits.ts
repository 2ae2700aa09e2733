/** The limits of logins and registrations, and by what they count. See docs/decisions/007-failed-logins.md. */
import type { RateLimit } from '../../platform/http/rate-limit.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** So many failed logins in a row, then one in each interval. */
interface Allowance {
  burst: number;
  intervalMs: number;
}

/** Failures at one account from one network: enough for a forgetful person, too few for guessing. */
const ACCOUNT_IN_NETWORK: Allowance = { burst: 10, intervalMs: 5 * MINUTE_MS };
/** Failures at one account from all unknown devices: a limit of distributed guessing that ten networks don't reach. */
const ACCOUNT_EVERYWHERE: Allowance = { burst: 200, intervalMs: 12 * SECOND_MS };
/** From one network over all accounts: enough for an office, too few to try one password on everybody. */
const NETWORK: Allowance = { burst: 200, intervalMs: 6 * SECOND_MS };
/** From one device that the account knows. */
const DEVICE: Allowance = ACCOUNT_IN_NETWORK;
/** Wrong recovery codes of one account from everywhere. Nobody guesses one: this only must not keep the owner out. */
const RECOVERY_EVERYWHERE: Allowance = { burst: 1_000, intervalMs: SECOND_MS };
/** Wrong passwords in one session, where a change of the account asks for the password. */
const SESSION: Allowance = ACCOUNT_IN_NETWORK;
/** What wider networks may send, in multiples of the narrowest: for IPv6 a /64, a /56 and a /48. */
const WIDTH_FACTORS = [1, 2, 4];
/** Pages of other origins have allowances of their own, whose intervals are longer. */
const FOREIGN_PAGE_FACTOR = 3;
/** The part of a network's requests in a minute that may be registrations, and that may be recoveries. */
const REGISTRATIONS_SHARE = 0.1;
/** The part that logins to one account from known devices may be: nobody needs more, and accounts are cheap. */
const KNOWN_DEVICES_SHARE = 1 / 60;
/** The parts that downloads of all data of one account, and of all accounts in one network, may be. */
const EXPORTS_OF_ACCOUNT_SHARE = 1 / 300;
const EXPORTS_SHARE = 1 / 20;

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

export interface FailureLimit extends Allowance {
  subject: string;
}

/** All of the account's subjects begin with this. */
export function accountSubject(account: string): string {
  return `account ${account}`;
}

/**
 * What a failed login counts against. A known device counts for itself alone, so nobody else can lock its owner out.
 * @returns first the limit that a successful login resets; then those shared with others
 */
export function failureLimits(attempt: LoginAttempt): [FailureLimit, ...FailureLimit[]] {
  const { account, device } = attempt;
  if (device !== undefined) {
    return [{ ...DEVICE, subject: `${accountSubject(account)} device ${device}` }];
  }
  return strangerLimits(attempt, account, { by: '', everywhere: ACCOUNT_EVERYWHERE });
}

/** What a wrong recovery code counts against: apart from logins, because people forget their password first. */
export function recoveryLimits(sender: Sender, account: string) {
  return strangerLimits(sender, account, { by: ' by recovery', everywhere: RECOVERY_EVERYWHERE });
}

/** @returns first the limit of the account in the narrowest network */
function strangerLimits(
  { networks, isForeignPage }: Sender,
  account: string,
  { by: how, everywhere }: { by: string; everywhere: Allowance },
): [FailureLimit, ...FailureLimit[]] {
  const subject = accountSubject(account);
  const by = isForeignPage ? `${how} by foreign pages` : how;
  const factor = isForeignPage ? FOREIGN_PAGE_FACTOR : 1;
  const limit = (name: string, { burst, intervalMs }: Allowance, width = 0): FailureLimit => {
    const widthFactor = WIDTH_FACTORS[width] ?? 1;
    return {
      subject: name,
      burst: burst * widthFactor,
      intervalMs: (intervalMs * factor) / widthFactor,
    };
  };
  const [narrow, ...wider] = networks;
  const ofAccountIn = (network: string, width: number) =>
    limit(`${subject}${by} from ${network}`, ACCOUNT_IN_NETWORK, width);
  return [
    ofAccountIn(narrow, 0),
    ...wider.map((network, index) => ofAccountIn(network, index + 1)),
    ...networks.map((network, width) => limit(`network ${network}${by}`, NETWORK, width)),
    limit(`${subject}${by}`, everywhere),
  ];
}

/** What a wrong password counts against in a session. @param session hash of its token */
export function proofLimits(account: string, session: string): [FailureLimit] {
  return [{ ...SESSION, subject: `${accountSubject(account)} session ${session}` }];
}

/** @param perMinute logins of one network; 0 is no limit */
export function proofRates(userId: string, perMinute: number): RateLimit[] {
  return accountRates(`password of ${userId}`, perMinute, KNOWN_DEVICES_SHARE);
}

/** @param perMinute logins of one network; 0 is no limit */
export function exportRates(userId: string, sender: Sender, perMinute: number): RateLimit[] {
  return [
    ...accountRates(`export of ${userId}`, perMinute, EXPORTS_OF_ACCOUNT_SHARE),
    ...networkRates('export', sender, Math.ceil(perMinute * EXPORTS_SHARE)),
  ];
}

/** @param perMinute logins of one network; 0 is no limit */
export function passkeyRates(
  what: 'challenge' | 'login',
  sender: Sender,
  perMinute: number,
): RateLimit[] {
  return networkRates(`passkey ${what}`, sender, perMinute);
}

/** @param perMinute logins of one network; 0 is no limit */
export function passkeyAccountRates(userId: string, perMinute: number): RateLimit[] {
  return accountRates(`passkey login to ${userId}`, perMinute, KNOWN_DEVICES_SHARE);
}

/** @param perMinute of one network; 0 is no limit */
export function loginRates(attempt: LoginAttempt, perMinute: number): RateLimit[] {
  const { account, device } = attempt;
  if (device === undefined) return networkRates('login', attempt, perMinute);
  return accountRates(`login to ${account} from known devices`, perMinute, KNOWN_DEVICES_SHARE);
}

/** @param perMinute logins of one network; 0 is no limit */
export function recoveryRates(sender: Sender, perMinute: number): RateLimit[] {
  return networkRates('recovery', sender, Math.ceil(perMinute * REGISTRATIONS_SHARE));
}

/** @param perMinute logins of one network; 0 is no limit */
export function registrationRates(sender: Sender, perMinute: number): RateLimit[] {
  return networkRates('registration', sender, Math.ceil(perMinute * REGISTRATIONS_SHARE));
}

/** @param share the part of a network's logins that the account may have */
function accountRates(subject: string, perMinute: number, share: number): RateLimit[] {
  return perMinute === 0 ? [] : [{ subject, perMinute: Math.ceil(perMinute * share) }];
}

function networkRates(what: string, sender: Sender, perMinute: number): RateLimit[] {
  if (perMinute === 0) return [];
  return sender.networks.map((network, width) => ({
    subject: `${what} from ${network}${sender.isForeignPage ? ' by foreign pages' : ''}`,
    perMinute: perMinute * (WIDTH_FACTORS[width] ?? 1),
  }));
}

/** Who shares turns at hashing passwords: the widest network, of which a sender of floods has few. */
export function sharerOf({ networks, isForeignPage }: Sender): string {
  return `${networks.at(-1)}${isForeignPage ? ' by foreign pages' : ''}`;
}

/** Where the hashing of a login's password waits. Known devices have places of their own. */
export function hashingPlace(attempt: LoginAttempt) {
  const lane = attempt.device === undefined ? 'logins' : 'knownDevices';
  return { lane, sharer: sharerOf(attempt) } as const;
}
