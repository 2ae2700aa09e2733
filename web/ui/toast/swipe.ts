import { type PointerEvent, useState } from 'react';

/** Pixels; less is a slip. */
const FAR_ENOUGH = 40;

/** Follows the pointer downwards, and notices when it was meant. */
export function useSwipeDown(onSwipe: () => void) {
  const [from, setFrom] = useState<number>();
  const movedBy = (event: PointerEvent) => (from === undefined ? 0 : event.clientY - from);

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom(event.clientY);
  }
  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (from === undefined) return;
    event.currentTarget.style.transform = `translateY(${Math.max(0, movedBy(event))}px)`;
  }
  function release(event: PointerEvent<HTMLElement>): void {
    event.currentTarget.style.transform = '';
    setFrom(undefined);
  }
  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const isFar = movedBy(event) > FAR_ENOUGH;
    release(event);
    if (isFar) onSwipe();
  }
  return {
    isHeld: from !== undefined,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release },
  };
}
