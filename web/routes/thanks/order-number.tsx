import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** Milliseconds for which the button says what it has done. */
const SAID_MS = 2_000;

/** The number of the order, to be copied. */
export function OrderNumber({ number }: { number: string }) {
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(setOutcome, SAID_MS, undefined);
    return () => clearTimeout(timer);
  }, [outcome]);

  function copy(): void {
    // Over plain HTTP browsers have no clipboard, and they may refuse it.
    const copied = navigator.clipboard?.writeText(number) ?? Promise.reject();
    copied.then(
      () => setOutcome('Copied'),
      () => setOutcome('Not copied'),
    );
  }

  return (
    <p className="row gap-2">
      <span>
        Order number <strong>{number}</strong>
      </span>
      <Button variant="soft" onClick={copy}>
        <span aria-live="polite">{outcome ?? 'Copy'}</span>
      </Button>
    </p>
  );
}
