import { type RefObject, useEffect, useRef } from 'react';

declare global {
  interface Window {
    /** The button that was pressed last, as long as nothing handled that (`app/first-script.ts`). */
    pressedButton?: Element | undefined;
  }
}

/** Presses a button of the server's HTML again, once it is hydrated, if it was pressed before. */
export function useEarlyPress(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A button that React has just created can't have been pressed.
    if (window.pressedButton !== button.current) return;
    // React may have hydrated the button for this press, and then handles it before the timer does.
    const timer = setTimeout(() => {
      if (window.pressedButton === button.current) button.current?.click();
    });
    return () => clearTimeout(timer);
  }, []);
  return button;
}

/** Called by the button when it handles a press. */
export function forgetEarlyPress(): void {
  window.pressedButton = undefined;
}
