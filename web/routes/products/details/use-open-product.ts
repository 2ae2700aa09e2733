/** Opens a product's dialog. Its script is loaded when the page is idle. */
import { useCallback, useRef } from 'react';
import { useNavigate } from 'react-router';
import { loadPage } from '../../../session/load-page.ts';
import { findLinkTo, undecided } from '../../../session/over-list.ts';
import { movePicture } from '../../../ui/moved-picture.ts';
import { toastHost } from '../../../ui/toast/toasts.ts';

export const importProductDialog = () => import('./product-dialog.tsx');

/** @returns a stable function, so that the memoised cards do not render again */
export function useOpenProduct(): (address: string) => Promise<void> {
  const navigate = useNavigate();
  const opening = useRef<string>(undefined);
  return useCallback(
    async (address) => {
      try {
        await importProductDialog();
      } catch {
        // The server may no longer have this release's script.
        return loadPage(address);
      }
      // The first click of a double click opens the dialog.
      if (opening.current === address) return;
      opening.current = address;
      const picture = findLinkTo(address)?.querySelector('img');
      await movePicture(picture, async () => {
        const opened = untilOpened();
        await navigate(address, { state: undecided, preventScrollReset: true });
        return continueIn(await opened, picture);
      });
      opening.current = undefined;
    },
    [navigate],
  );
}

/** @returns the picture in the dialog that opens next */
function untilOpened(): Promise<HTMLElement | null | undefined> {
  return new Promise((resolve) => {
    const stop = toastHost.subscribe(() => {
      stop();
      resolve(toastHost.read()?.querySelector('img'));
    });
  });
}

/** Shows the card's file until the larger one is loaded. */
function continueIn(place?: HTMLElement | null, picture?: HTMLImageElement | null) {
  if (place && picture) {
    const { objectFit, objectPosition } = getComputedStyle(place);
    place.style.background = `url("${picture.currentSrc}") ${objectPosition} / ${objectFit} no-repeat`;
  }
  return place;
}
