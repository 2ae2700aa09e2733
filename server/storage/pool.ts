/** The connections of an engine that has a pool of them, at this moment. */
export interface PoolUse {
  /** Connections that are open. */
  size: number;
  /** Of those, the ones that nobody uses. */
  idle: number;
  /** Transactions and queries that wait for a connection. */
  waiting: number;
}
