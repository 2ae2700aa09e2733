import * as messages from '../../contract/page-messages.ts';
import { toast } from '../ui/toast/toasts.ts';

/** Loads a page of the current release, unless the server does not answer: the shopper stays then, and is told. */
export async function openPage(address: string): Promise<void> {
  try {
    await fetch(address, { method: 'HEAD' });
    window.location.assign(address);
  } catch {
    toast.error(messages.backendUnreachable);
  }
}
