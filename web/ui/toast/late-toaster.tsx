import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../when-idle.ts';

/** The toaster, fetched once the page has nothing better to do: what is said before waits for it. */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(
    () =>
      whenIdle(async () => {
        const { default: loaded } = await import('./toaster.tsx');
        setToaster(() => loaded);
      }),
    [],
  );
  return Toaster && <Toaster />;
}
