/** Listens, and explains in one sentence why an address can't be used. */
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '../../operator-error.ts';

/** Connections that wait to be accepted. A client whose connection is dropped retries only after a second. */
const BACKLOG = 4_096;

interface Listening {
  host: string;
  port: number;
  /** Prefix of the settings' names. */
  prefix?: 'METRICS_' | 'DESK_';
  /** The log line for each address. */
  announce?: (url: string) => string;
}

/** @throws OperatorError if an operator can fix it */
export async function listen(
  app: FastifyInstance,
  { host, port, prefix, announce }: Listening,
): Promise<void> {
  try {
    await app.listen({
      host,
      port,
      backlog: BACKLOG,
      ...(announce && { listenTextResolver: announce }),
    });
  } catch (error) {
    const sentence = explain(error, prefix ?? '');
    throw sentence === undefined ? error : new OperatorError(sentence);
  }
}

function explain(error: unknown, prefix: string): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const { address = '', port = '' } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken on ${address}: stop what uses it, or set ${prefix}PORT to another one.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: set ${prefix}PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${prefix}HOST names no address of this machine: ${error.message}.`;
    default:
      return undefined;
  }
}
