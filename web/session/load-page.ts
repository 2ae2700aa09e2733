import * as messages from '../../contract/page-messages.ts';
import { toast } from '../ui/toast/toasts.ts';

/** Loads a page of the current release. If the server does not answer, the shopper stays and sees a message. */
export async function loadPage(address: string): Promise<void> {
  try {
    await fetch(address, { method: 'HEAD' });
    window.location.assign(address);
  } catch {
    toast.error(messages.backendUnreachable);
  }
}
