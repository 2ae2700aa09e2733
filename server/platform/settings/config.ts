/** Every environment variable of the server, checked once, at start. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { CART_TOTAL_MAX_CENTS, OPENING_BALANCE_CENTS } from '../../../contract/limits.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import { OperatorError } from '../operator-error.ts';
import { isPostgresUrl } from '../storage/postgres/hosts.ts';
import type { PostgresSettings } from '../storage/postgres/open.ts';

export interface Config {
  host: string;
  port: number;
  /** A folder for SQLite, or a PostgreSQL server. */
  database: { dataDir: string } | PostgresSettings;
  logLevel: LogLevel;
  /** The origin under which shoppers find the shop. */
  publicUrl: string;
  /** The prefix of pictures' paths in the API: `publicUrl` if it is set, or else an empty text. */
  imageOrigin: string;
  /** Whether an empty shop is filled with the demo catalogue. */
  demoCatalogue: boolean;
  /** Whether searches are counted, for `qkart searches`. */
  countSearches: boolean;
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are trusted. */
  trustProxy: false | string;
  /** Logins a minute from one network, of which other limits are shares; 0 is no limit. */
  authRateLimit: number;
  /** Orders and cancellations a minute of one shopper; 0 is no limit. */
  orderRateLimit: number;
  /** What a new wallet holds, in cents. */
  openingBalanceCents: number;
  /** The address of the metrics; undefined if they are off. */
  metrics: { host: string; port: number } | undefined;
  /** The desk of operators; undefined if it is off. */
  desk: DeskConfig | undefined;
  /** The receiver of webhooks; undefined if they are off. */
  webhook: { url: string; secrets: string[] } | undefined;
  /** Addresses (`mailto:`, `https:`, `tel:`) for people who have found a vulnerability. */
  securityContacts: string[];
}

export interface DeskConfig {
  host: string;
  port: number;
  /** The origin under which operators find the desk. */
  url: string;
  /** Whether it is reached from this machine alone. Otherwise a password is not enough to log in. */
  isLocal: boolean;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** All settings of the shop. The README describes them. */
export const settingNames = [
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'DATABASE_STATEMENT_TIMEOUT_MS',
  'DATABASE_IDLE_TIMEOUT_MS',
  'LOG_LEVEL',
  'OPENING_BALANCE',
  'DEMO_CATALOGUE',
  'COUNT_SEARCHES',
  'TRUST_PROXY',
  'AUTH_RATE_LIMIT',
  'ORDER_RATE_LIMIT',
  'QKART_OPERATOR',
  'METRICS_PORT',
  'METRICS_HOST',
  'DESK_PORT',
  'DESK_HOST',
  'DESK_URL',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'SECURITY_CONTACT',
] as const;
type SettingName = (typeof settingNames)[number];
type Environment = Readonly<{ [Name in SettingName]?: string | undefined }>;

/** @throws OperatorError for the first invalid setting */
export function readConfig(env: Environment): Config {
  const port = wholeNumber(env, 'PORT', 8080, 65_535);
  const publicUrl = webOrigin(env, 'PUBLIC_URL', `http://localhost:${port}`);
  return {
    host: env.HOST || 'localhost',
    port,
    database: database(env),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    publicUrl,
    imageOrigin: env.PUBLIC_URL ? publicUrl : '',
    demoCatalogue: oneOf(env, 'DEMO_CATALOGUE', ['on', 'off'], 'on') === 'on',
    countSearches: oneOf(env, 'COUNT_SEARCHES', ['on', 'off'], 'on') === 'on',
    trustProxy: networks(env, 'TRUST_PROXY'),
    authRateLimit: wholeNumber(env, 'AUTH_RATE_LIMIT', 1_200, 1_000_000),
    orderRateLimit: wholeNumber(env, 'ORDER_RATE_LIMIT', 60, 1_000_000),
    openingBalanceCents: openingBalance(env),
    metrics: metricsAddress(env),
    desk: deskAddress(env),
    webhook: receiver(env),
    securityContacts: contacts(env),
  };
}

/** `Contact` of RFC 9116. */
const CONTACT = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+|tel:\+?[\d-]+)$/;

function contacts({ SECURITY_CONTACT: text }: Environment): string[] {
  if (!text) return [];
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every((address) => CONTACT.test(address))) return addresses;
  throw new OperatorError(
    `SECURITY_CONTACT must be addresses like mailto:security@shop.example, separated by commas, not "${text}".`,
  );
}

function openingBalance({ OPENING_BALANCE: text }: Environment): number {
  if (!text) return OPENING_BALANCE_CENTS;
  const isAmount = /^\d{1,9}(\.\d{1,2})?$/.test(text);
  if (isAmount && toCents(Number(text)) <= CART_TOTAL_MAX_CENTS) return toCents(Number(text));
  const max = toDollars(CART_TOTAL_MAX_CENTS);
  throw new OperatorError(
    `OPENING_BALANCE must be dollars with at most two decimals from 0 to ${max}, not "${text}".`,
  );
}

function metricsAddress(env: Environment): Config['metrics'] {
  if (!env.METRICS_PORT) return undefined;
  return {
    host: env.METRICS_HOST || 'localhost',
    port: wholeNumber(env, 'METRICS_PORT', 0, 65_535),
  };
}

function deskAddress(env: Environment): Config['desk'] {
  if (!env.DESK_PORT) return undefined;
  const port = wholeNumber(env, 'DESK_PORT', 0, 65_535);
  const host = env.DESK_HOST || 'localhost';
  const url = webOrigin(env, 'DESK_URL', `http://localhost:${port}`);
  if (!isLoopback(host) && !env.DESK_URL) {
    throw new OperatorError(
      'DESK_URL must be set where DESK_HOST is not localhost: it is the address at which operators find the desk.',
    );
  }
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new OperatorError(
      `DESK_URL must begin with https:// unless it is of localhost, not "${url}": passwords could be read on their way.`,
    );
  }
  // A proxy on this machine can make public what listens on localhost.
  return { host, port, url, isLocal: isLoopback(host) && isLoopback(hostname) };
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);
}

/** Neither setting is repeated in a message: both are secrets. */
function receiver({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }: Environment): Config['webhook'] {
  if (!url && !secret) return undefined;
  if (!url || !secret) {
    const [missing, given] = url ? ['SECRET', 'URL'] : ['URL', 'SECRET'];
    throw new OperatorError(`WEBHOOK_${missing} must be set, too, where WEBHOOK_${given} is.`);
  }
  if (!isReceiverUrl(url)) {
    throw new OperatorError(
      'WEBHOOK_URL must be like https://receiver.example/webhooks, without user and password.',
    );
  }
  const secrets = secret.split(',').map((text) => text.trim());
  if (!secrets.every(isWebhookSecret)) {
    throw new OperatorError(
      'WEBHOOK_SECRET must be whsec_ and 24 to 64 random bytes in Base64; or several, separated by commas.',
    );
  }
  return { url, secrets };
}

function isReceiverUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const WEBHOOK_SECRET_BYTES = { min: 24, max: 64 };

function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_(.+)$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const { min, max } = WEBHOOK_SECRET_BYTES;
  return bytes.toString('base64') === base64 && bytes.length >= min && bytes.length <= max;
}

function database(env: Environment): Config['database'] {
  const url = env.DATABASE_URL;
  if (!url) return { dataDir: resolve(env.DATA_DIR || 'data') };
  if (!isPostgresUrl(url)) {
    // Not repeated: it may hold a password.
    throw new OperatorError('DATABASE_URL must be like postgres://user:password@host:5432/shop.');
  }
  return {
    url,
    poolSize: wholeNumber(env, 'DATABASE_POOL_SIZE', 10, 1_000, 1),
    statementTimeoutMs: wholeNumber(env, 'DATABASE_STATEMENT_TIMEOUT_MS', 10_000, 3_600_000),
    idleTimeoutMs: wholeNumber(env, 'DATABASE_IDLE_TIMEOUT_MS', 30_000, 3_600_000),
  };
}

function wholeNumber(
  env: Environment,
  name: SettingName,
  fallback: number,
  max: number,
  min = 0,
): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value > max || value < min) {
    throw new OperatorError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

function webOrigin(env: Environment, name: SettingName, fallback: string): string {
  const text = env[name] || fallback;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new OperatorError(`${name} must be like https://shop.example, not "${text}".`);
  }
  return url.origin;
}

function oneOf<const T extends string>(
  env: Environment,
  name: SettingName,
  values: readonly T[],
  fallback: T,
): T {
  const text = env[name];
  if (!text) return fallback;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) {
    throw new OperatorError(`${name} must be one of ${values.join(', ')}, not "${text}".`);
  }
  return value;
}

/** Comma-separated addresses and networks, as Fastify takes them. */
function networks(env: Environment, name: SettingName): false | string {
  const text = env[name];
  if (!text) return false;
  if (!text.split(',').every((network) => isNetwork(network.trim()))) {
    throw new OperatorError(
      `${name} must be IP addresses or networks like 10.0.0.0/8, separated by commas, not "${text}".`,
    );
  }
  return text;
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const bits = family === 4 ? 32 : 128;
  return prefix === undefined || (/^[1-9][0-9]{0,2}$/.test(prefix) && Number(prefix) <= bits);
}
