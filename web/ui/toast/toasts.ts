/** Toasts, one at a time (R2.1). */
import { createStore } from '../store.ts';

export type Tone = 'default' | 'success' | 'info' | 'warning' | 'error';

export interface Notice {
  message: string;
  tone: Tone;
}

/** The notice that is shown, until it begins to leave. */
export const shownNotice = createStore<Notice | undefined>(undefined);

/** The element in which toasts appear: the page, or an open modal dialog, because all else is inert then. */
export const toastHost = createStore<HTMLElement | undefined>(undefined);

/** Replaces the notice that is shown, unless it says the same. */
function show(notice: Notice): void {
  if (shownNotice.read()?.message !== notice.message) shownNotice.set(notice);
}

export const toast = {
  plain: (message: string) => show({ message, tone: 'default' }),
  success: (message: string) => show({ message, tone: 'success' }),
  info: (message: string) => show({ message, tone: 'info' }),
  warning: (message: string) => show({ message, tone: 'warning' }),
  error: (message: string) => show({ message, tone: 'error' }),
  /** Removes the notice with this message, whose reason is gone. */
  dismiss(message: string): void {
    if (shownNotice.read()?.message === message) shownNotice.set(undefined);
  },
};
