/** Toasts, one at a time (spec 4, notifications). */

export type Tone = 'default' | 'success' | 'info' | 'warning' | 'error';

export interface Notice {
  message: string;
  tone: Tone;
}

/** Replaces the notice that is shown. Calls `onClose` when the notice is gone. */
export type Presenter = (notice: Notice, onClose: () => void) => void;

let present: Presenter | undefined;
let shown: Notice | undefined;
/** The notice that waits for a presenter. */
let waiting: Notice | undefined;
let onWaiting: (() => void) | undefined;

function show(notice: Notice): void {
  if (present === undefined) {
    waiting = notice;
    onWaiting?.();
    return;
  }
  if (shown?.message === notice.message) return;
  shown = notice;
  present(notice, () => {
    shown = undefined;
  });
}

/** Sets the presenter and passes it the waiting notice. @returns a function that removes the presenter */
export function presentToasts(presenter: Presenter): () => void {
  present = presenter;
  if (waiting) show(waiting);
  waiting = undefined;
  return () => {
    present = undefined;
    shown = undefined;
  };
}

export function readWaiting(): Notice | undefined {
  return waiting;
}

/** @returns a function that unsubscribes */
export function subscribeToWaiting(listener: () => void): () => void {
  onWaiting = listener;
  return () => {
    onWaiting = undefined;
  };
}

/** The element in which toasts appear: the page, or an open modal dialog, because all else is inert then. */
let host: HTMLElement | undefined;
let onHost: (() => void) | undefined;

function setHost(element: HTMLElement | undefined): void {
  host = element;
  onHost?.();
}

/** Shows toasts inside a modal dialog. @returns a function that ends it */
export function hostToasts(dialog: HTMLElement): () => void {
  setHost(dialog);
  return () => setHost(undefined);
}

export function readHost(): HTMLElement | undefined {
  return host;
}

/** @returns a function that unsubscribes */
export function subscribeToHost(listener: () => void): () => void {
  onHost = listener;
  return () => {
    onHost = undefined;
  };
}

export const toast = {
  plain: (message: string) => show({ message, tone: 'default' }),
  success: (message: string) => show({ message, tone: 'success' }),
  info: (message: string) => show({ message, tone: 'info' }),
  warning: (message: string) => show({ message, tone: 'warning' }),
  error: (message: string) => show({ message, tone: 'error' }),
};
