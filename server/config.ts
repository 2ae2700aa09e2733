/** Every environment variable of the server, checked once, at start. */
import { resolve } from 'node:path';

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  logLevel: LogLevel;
  /** Whether an empty shop is filled with the demo catalogue. */
  demoCatalogue: boolean;
  /** Whose `X-Forwarded-*` headers are believed: nobody's, or these addresses' and networks'. */
  trustProxy: false | string;
  /** Registrations and logins a minute from one address; 0 is no limit. */
  authRateLimit: number;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** A setting that can't be used; the message names it and says what it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError for the first setting that can't be used */
export function readConfig(env: Environment): Config {
  return {
    host: env.HOST || 'localhost',
    port: wholeNumber(env, 'PORT', 8080, 65_535),
    dataDir: resolve(env.DATA_DIR || 'data'),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    demoCatalogue: oneOf(env, 'DEMO_CATALOGUE', ['on', 'off'], 'on') === 'on',
    trustProxy: env.TRUST_PROXY || false,
    authRateLimit: wholeNumber(env, 'AUTH_RATE_LIMIT', 1_200, 1_000_000),
  };
}

function wholeNumber(env: Environment, name: string, fallback: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value > max) {
    throw new ConfigError(`${name} must be a whole number from 0 to ${max}, not "${text}".`);
  }
  return value;
}

function oneOf<const T extends string>(
  env: Environment,
  name: string,
  values: readonly T[],
  fallback: T,
): T {
  const text = env[name];
  if (!text) return fallback;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) {
    throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${text}".`);
  }
  return value;
}
