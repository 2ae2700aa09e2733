import type { Services } from '../../platform/services.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { requireIdentity } from './export.ts';

/** Makes the shop the demo again. @throws OperatorError if it has no identity of its own */
export async function removeIdentity(services: Services): Promise<void> {
  await requireIdentity(services.db);
  await replaceIdentity(services, undefined);
}
