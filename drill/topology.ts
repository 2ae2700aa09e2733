/** The shop as it is deployed for many: a load balancer, replicas, PostgreSQL and its standby. */
import { type Balancer, startBalancer } from './balancer.ts';
import type { DatabasePair } from './database.ts';
import { type Replica, startReplica } from './replica.ts';

export interface Topology {
  balancer: Balancer;
  replicas: Replica[];
  /** Where shoppers go. */
  port: number;
}

/** @param database with tables and goods, so that replicas find a shop to sell from */
export async function startTopology(database: DatabasePair, replicas: number): Promise<Topology> {
  const started: Replica[] = [];
  for (let count = 0; count < replicas; count++) started.push(await startReplica(database.url));
  const balancer = await startBalancer(started.map(({ port }) => port));
  return { balancer, replicas: started, port: balancer.port };
}

/** All but the database. */
export async function stopTopology({ balancer, replicas }: Topology): Promise<void> {
  for (const child of [balancer.process, ...replicas.map(({ process }) => process)]) {
    child.kill('SIGTERM');
    await child.ended;
  }
}
