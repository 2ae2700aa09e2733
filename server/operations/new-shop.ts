/** A shop that does not exist until there is something to write, so that a refused file leaves nothing. */
import type { OperatorServices } from '../platform/services.ts';

export interface NewShop {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Creates the shop, and closes it after the work. */
  create<T>(write: (services: OperatorServices) => Promise<T>): Promise<T>;
}

/** Writes to a shop, which is created first if it does not exist. */
export function writeTo<T>(
  shop: OperatorServices | NewShop,
  write: (services: OperatorServices) => Promise<T>,
): Promise<T> {
  return 'create' in shop ? shop.create(write) : write(shop);
}
