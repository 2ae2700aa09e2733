/** Opening a product's dialog, whose script is loaded when somebody is about to. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { DialogState } from './dialog-state.ts';

export const importProductDialog = () => import('./product-dialog.tsx');

/** A failure is handled where the dialog is opened. */
export function loadProductDialog(): void {
  importProductDialog().catch(() => {});
}

/** @returns the same function for every render, so that cards are not rendered again */
export function useOpenProduct(): (address: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (address) => {
      try {
        await importProductDialog();
      } catch {
        // The script may be one of the last release: load the page of this one.
        window.location.assign(address);
        return;
      }
      // A double click: the first has opened it.
      if (window.location.pathname + window.location.search === address) return;
      const state: DialogState = { isOverList: true };
      navigate(address, { state, preventScrollReset: true });
    },
    [navigate],
  );
}
