/** Opens a product's dialog. Its script is loaded when the page is idle. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import * as messages from '../../../../contract/page-messages.ts';
import { undecided } from '../../../session/over-list.ts';
import { toast } from '../../../ui/toast/toasts.ts';

export const importProductDialog = () => import('./product-dialog.tsx');

/** @returns a stable function, so that the memoised cards do not render again */
export function useOpenProduct(): (address: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (address) => {
      try {
        await importProductDialog();
      } catch {
        // The server may no longer have this release's script.
        return loadPage(address);
      }
      // The first click of a double click has opened the dialog.
      if (window.location.pathname + window.location.search === address) return;
      navigate(address, { state: undecided, preventScrollReset: true });
    },
    [navigate],
  );
}

/** Loads a page of the current release. If the server does not answer, the shopper stays and sees a message. */
async function loadPage(address: string): Promise<void> {
  try {
    await fetch(address, { method: 'HEAD' });
    window.location.assign(address);
  } catch {
    toast.error(messages.backendUnreachable);
  }
}
