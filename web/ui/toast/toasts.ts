/** Says something to the shopper; one thing at a time (spec 4, notifications). */

export type Tone = 'default' | 'success' | 'info' | 'warning' | 'error';

export interface Notice {
  message: string;
  tone: Tone;
}

/** Shows a notice in the place of the one before; tells when it is gone. */
export type Presenter = (notice: Notice, onClose: () => void) => void;

let present: Presenter | undefined;
let fetchPresenter: (() => void) | undefined;
let shown: Notice | undefined;
/** Said before the page had a place to show it. */
let waiting: Notice | undefined;

function show(notice: Notice): void {
  if (present === undefined) {
    waiting = notice;
    fetchPresenter?.();
    return;
  }
  if (shown?.message === notice.message) return;
  shown = notice;
  present(notice, () => {
    shown = undefined;
  });
}

/** @param fetch called when something is to be said and nothing is there yet to show it */
export function fetchPresenterWith(fetch: () => void): void {
  fetchPresenter = fetch;
  if (waiting) fetch();
}

/** Called once the page can show toasts. */
export function presentToasts(presenter: Presenter): void {
  present = presenter;
  if (waiting) show(waiting);
  waiting = undefined;
}

export const toast = {
  plain: (message: string) => show({ message, tone: 'default' }),
  success: (message: string) => show({ message, tone: 'success' }),
  info: (message: string) => show({ message, tone: 'info' }),
  warning: (message: string) => show({ message, tone: 'warning' }),
  error: (message: string) => show({ message, tone: 'error' }),
};
