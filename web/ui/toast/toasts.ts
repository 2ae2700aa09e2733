/** Says something to the shopper; one thing at a time (spec 4, notifications). */
import { Toast } from '@base-ui/react/toast';
import { TOAST_AUTO_HIDE_MS } from '../../../contract/limits.ts';

export type Tone = 'default' | 'success' | 'info' | 'warning' | 'error';

interface Notice {
  message: string;
  tone: Tone;
}

export const toastManager = Toast.createToastManager();

/** One toast, so one id: a new message takes the place of the old. */
const ID = 'notice';
let shown: Notice | undefined;
let isMounted = false;
/** Said before the page had a place to show it. */
let waiting: Notice | undefined;

function show(notice: Notice): void {
  if (!isMounted) {
    waiting = notice;
    return;
  }
  if (shown?.message === notice.message) return;
  shown = notice;
  toastManager.add({
    id: ID,
    title: notice.message,
    type: notice.tone,
    timeout: TOAST_AUTO_HIDE_MS,
    onClose() {
      shown = undefined;
    },
  });
}

/** Called once the page can show toasts. */
export function releaseToasts(): void {
  isMounted = true;
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
