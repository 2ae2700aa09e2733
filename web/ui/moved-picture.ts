/** A picture moves to another place of the page, as a view transition. */

/** `base.css` sets its duration. */
const NAME = 'moved-picture';
/** Milliseconds after which the page goes on without the place. */
const PATIENCE_MS = 500;

/**
 * Does nothing but the change if the shopper prefers reduced motion, or the browser has no view transitions.
 * @param change changes the page; @returns the place to which the picture moves, if there is one
 */
export async function movePicture(
  picture: HTMLElement | null | undefined,
  change: () => HTMLElement | null | undefined | Promise<HTMLElement | null | undefined>,
): Promise<void> {
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!picture || isReduced || !('startViewTransition' in document)) {
    await change();
    return;
  }
  let place: HTMLElement | null | undefined;
  picture.style.viewTransitionName = NAME;
  const transition = document.startViewTransition(async () => {
    picture.style.viewTransitionName = '';
    place = await Promise.race([change(), patience()]);
    if (place) place.style.viewTransitionName = NAME;
  });
  // The browser gives up a transition, for example when the next one begins. Then the picture doesn't move.
  transition.ready.catch(() => {});
  await transition.finished.catch(() => {});
  if (place) place.style.viewTransitionName = '';
}

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
}
