/** Listening, and one sentence for each reason why an address can't be listened on. */
import type { FastifyInstance } from 'fastify';

/** The message names the settings that the address comes from. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Connections that wait to be taken: one that doesn't fit in is only tried again after a second. */
const BACKLOG = 4_096;

interface Listening {
  host: string;
  port: number;
  /** What the names of these settings begin with. */
  prefix?: 'METRICS_';
  /** The line of the log, for each address that is listened on; Fastify's own where none is named. */
  announce?: (url: string) => string;
}

/** @throws ListenError where an operator can put it right */
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
    throw sentence === undefined ? error : new ListenError(sentence);
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
