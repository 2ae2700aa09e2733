/** Drags a sheet away with a finger: from anywhere in it, once nothing is left to scroll back. */
import { type TouchEvent, useRef } from 'react';

/** A sheet leaves that was dragged by this share of its height, or thrown: pixels, and pixels per millisecond. */
const SHARE = 0.3;
const THROW = { length: 40, speed: 0.5 };

interface Drag {
  x: number;
  y: number;
  startedAt: number;
  /** The finger moves downwards, not sideways. */
  isDown?: true;
}

/** @param onAway is called once the sheet has left the window */
export function useDragAway(onAway: () => void) {
  const drag = useRef<Drag>(undefined);

  function onTouchStart({ target, currentTarget, touches, timeStamp }: TouchEvent<HTMLElement>) {
    const touch = touches[0];
    const isZoomed = (window.visualViewport?.scale ?? 1) > 1;
    const canDrag = touches.length === 1 && !isZoomed && isAtTop(target as Element, currentTarget);
    drag.current =
      canDrag && touch ? { x: touch.clientX, y: touch.clientY, startedAt: timeStamp } : undefined;
  }

  function onTouchMove({ currentTarget: sheet, touches }: TouchEvent<HTMLElement>) {
    const touch = touches[0];
    const { current } = drag;
    if (!current || !touch) return;
    const down = touch.clientY - current.y;
    if (!current.isDown && down <= Math.abs(touch.clientX - current.x)) {
      drag.current = undefined;
      return;
    }
    current.isDown = true;
    sheet.dataset.dragged = '';
    sheet.style.translate = `0 ${Math.max(0, down)}px`;
  }

  async function onTouchEnd({
    currentTarget: sheet,
    changedTouches,
    timeStamp,
  }: TouchEvent<HTMLElement>) {
    const { isDown, y = 0, startedAt = 0 } = drag.current ?? {};
    drag.current = undefined;
    if (!isDown) return;
    const down = (changedTouches[0]?.clientY ?? y) - y;
    const isThrown = down > THROW.length && down / (timeStamp - startedAt) > THROW.speed;
    const isAway = isThrown || down > sheet.clientHeight * SHARE;
    delete sheet.dataset.dragged;
    sheet.style.translate = isAway ? '0 100%' : '';
    if (!isAway) return;
    await Promise.allSettled(sheet.getAnimations().map(({ finished }) => finished));
    onAway();
  }

  return { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: onTouchEnd };
}

/** Its handle never scrolls. */
function isAtTop(target: Element, sheet: Element): boolean {
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element.scrollTop > 0 || element instanceof HTMLInputElement) return false;
    if (element === sheet || element === sheet.firstElementChild) return true;
  }
  return false;
}
