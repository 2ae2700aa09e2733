/** Loads files from addresses that somebody else wrote, without reaching into the network of this machine. */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const REDIRECTS_MAX = 5;
const TIMEOUT_MS = 30_000;

/** A file can't be loaded. The message follows its address: "answers with status 404". */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

export interface DownloadOptions {
  maxBytes: number;
  /** For everything together: connections, redirects and the file. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** What may be loaded; by default HTTPS from public addresses. */
  policy?: DownloadPolicy;
}

export interface DownloadPolicy {
  protocols: readonly string[];
  /** @param address an IP address to which a socket connects */
  mayConnect(address: string): boolean;
  /** Finds the addresses of a name. */
  lookup(
    name: string,
    options: LookupAllOptions,
    callback: (error: Error | null, addresses: LookupAddress[]) => void,
  ): void;
}

export const publicHttps: DownloadPolicy = {
  protocols: ['https:'],
  mayConnect: isPublicAddress,
  lookup,
};

/** @throws DownloadError; the signal's reason */
export async function download(
  address: string,
  { maxBytes, timeoutMs = TIMEOUT_MS, signal, policy = publicHttps }: DownloadOptions,
): Promise<Buffer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signals = AbortSignal.any(signal === undefined ? [timeout] : [timeout, signal]);
  try {
    const response = await follow(address, policy, signals);
    return await readBody(response, maxBytes);
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) throw new DownloadError(`took longer than ${timeoutMs / 1_000} seconds`);
    throw explain(error);
  }
}

async function follow(
  address: string,
  policy: DownloadPolicy,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = parseAddress(address, policy);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await ask(url, policy, signal);
    const { statusCode = 0, headers } = response;
    const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
    if (statusCode === 200) return response;
    response.destroy();
    if (!isRedirect) throw new DownloadError(`answers with status ${statusCode}`);
    url = parseAddress(URL.parse(headers.location ?? '', url)?.href ?? '', policy);
  }
  throw new DownloadError(`redirects more than ${REDIRECTS_MAX} times`);
}

function parseAddress(address: string, { protocols, mayConnect }: DownloadPolicy): URL {
  const url = URL.parse(address);
  if (url === null) throw new DownloadError('is no address');
  if (!protocols.includes(url.protocol)) throw new DownloadError('is not HTTPS');
  // A socket looks up names only.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayConnect(host)) throw new PrivateAddress(host);
  return url;
}

async function ask(
  url: URL,
  policy: DownloadPolicy,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    signal,
    agent: false,
    lookup: createLookup(policy),
    headers: { accept: 'image/*', 'user-agent': 'QKart' },
  });
  request.end();
  const [response]: IncomingMessage[] = await once(request, 'response', { signal });
  if (response === undefined) throw new DownloadError('answers with nothing');
  return response;
}

/** Checks the addresses that the socket connects to: a second lookup could return others. */
function createLookup(policy: DownloadPolicy): LookupFunction {
  return (name, options, callback) => {
    policy.lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => !policy.mayConnect(address));
      const [first] = addresses;
      if (refused !== undefined) callback(new PrivateAddress(refused.address), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

class PrivateAddress extends DownloadError {
  constructor(address: string) {
    super(`leads to ${address}, which is in no public network`);
  }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = new DownloadError(`is larger than ${maxBytes / 1024 / 1024} MB`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (Number(response.headers['content-length']) > maxBytes) {
    response.destroy();
    throw tooLarge;
  }
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function explain(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = error instanceof Error ? error.message : String(error);
  return new DownloadError(`can't be loaded: ${typeof code === 'string' ? code : reason}`);
}

/** The only part of IPv6 that is assigned to public networks. Elsewhere, addresses may stand for those of IPv4. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}
