/** Opens a product's dialog. Its script is loaded when the pointer or the focus reaches the grid. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import * as messages from '../../../contract/messages.ts';
import { toast } from '../../ui/toast/toasts.ts';
import type { DialogState } from './dialog-state.ts';

export const importProductDialog = () => import('./product-dialog.tsx');

/** Loads the dialog's script. `useOpenProduct` handles a failure. */
export function loadProductDialog(): void {
  importProductDialog().catch(() => {});
}

/** @returns a stable function, so that the memoised cards do not render again */
export function useOpenProduct(): (address: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (address) => {
      try {
        await importProductDialog();
      } catch {
        await loadDocument(address);
        return;
      }
      // The first click of a double click has opened the dialog.
      if (window.location.pathname + window.location.search === address) return;
      const state: DialogState = { isOverList: true };
      navigate(address, { state, preventScrollReset: true });
    },
    [navigate],
  );
}

/**
 * The server may no longer have this release's script, so the page of the current release is loaded. While nothing
 * answers, the shopper stays.
 */
async function loadDocument(address: string): Promise<void> {
  try {
    await fetch(address, { method: 'HEAD' });
  } catch {
    toast.error(messages.backendUnreachable);
    return;
  }
  window.location.assign(address);
}
