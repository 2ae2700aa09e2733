/** Work for one server at a time: it holds a lock of the database, which goes with its connection. */
import type pg from 'pg';
import type { Leading, LeadWork } from '../storage.ts';
import { beginTerm } from '../term.ts';
import { holdConnection } from './hold.ts';
import type { HostRing } from './hosts.ts';

/** Seconds: a machine without power doesn't close its connection, so the database has to notice. */
const NOTICE_DEAD_MACHINE =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

interface Candidate {
  ring: HostRing;
  name: string;
  work: LeadWork;
  /** Also between two attempts to get the lock. */
  heartbeatMs?: number;
}

export function leadOn({ ring, name, work, heartbeatMs }: Candidate): Leading {
  let term: Leading | undefined;

  async function tryToLead(client: pg.Client): Promise<void> {
    if (term !== undefined) return;
    const { rows } = await client.query<{ isLeader: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isLeader"',
      [name],
    );
    if (rows[0]?.isLeader) term = beginTerm(work);
  }

  return holdConnection({
    ring,
    heartbeatMs,
    async onConnected(client) {
      await client.query(NOTICE_DEAD_MACHINE);
      await tryToLead(client);
    },
    onHeartbeat: tryToLead,
    async onClosing() {
      await term?.close();
      term = undefined;
    },
  });
}
