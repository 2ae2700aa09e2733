/** Opens a product's dialog. Its script is loaded when the page is idle. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { openPage } from '../../app/open-page.ts';
import { undecided } from '../../app/over-list.ts';

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
        // The server may no longer have this release's script. Load the page of the current release.
        return openPage(address);
      }
      // The first click of a double click has opened the dialog.
      if (window.location.pathname + window.location.search === address) return;
      navigate(address, { state: undecided, preventScrollReset: true });
    },
    [navigate],
  );
}
