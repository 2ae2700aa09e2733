import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import styles from './product-gallery.module.css';

interface Point {
  /** Percent of the picture. */
  x: number;
  y: number;
}

/** How far an arrow key moves, in percent of the picture. */
const STEP = 12;

const CENTRE: Point = { x: 50, y: 50 };

const keys: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/**
 * A press magnifies the picture in place; a second press or Escape ends that. A mouse, a finger and the arrow keys move to its
 * other parts.
 */
export function Magnifier({ label, children }: { label: string; children: ReactNode }) {
  const [isLarge, setIsLarge] = useState(false);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = keys[event.key];
    if (!isLarge || (!step && event.key !== 'Escape')) return;
    // Neither the gallery nor the dialog gets the key.
    event.preventDefault();
    event.stopPropagation();
    if (step) moveBy(event.currentTarget, step);
    else setIsLarge(false);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!isLarge) return;
    const { currentTarget: button, movementX, movementY, pointerType } = event;
    const { clientWidth, clientHeight } = button;
    if (pointerType !== 'touch') moveTo(button, pointIn(button, event));
    // A finger drags the picture.
    else
      moveBy(button, { x: (-100 * movementX) / clientWidth, y: (-100 * movementY) / clientHeight });
  }

  return (
    <button
      type="button"
      className={styles.magnifier}
      aria-label={label}
      aria-pressed={isLarge}
      onClick={(event) => {
        const isKey = event.detail === 0;
        moveTo(event.currentTarget, isKey ? CENTRE : pointIn(event.currentTarget, event));
        setIsLarge(!isLarge);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => setIsLarge(false)}
      onPointerMove={onPointerMove}
      // The sheet stays while the picture moves.
      onTouchStart={(event) => isLarge && event.stopPropagation()}
    >
      {children}
    </button>
  );
}

function pointIn(
  button: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top, width, height } = button.getBoundingClientRect();
  return { x: (100 * (clientX - left)) / width, y: (100 * (clientY - top)) / height };
}

/** Sets the point from which the picture grows: each part of it is seen with another one. */
function moveTo(button: HTMLElement, { x, y }: Point): void {
  const inside = (percent: number) => `${Math.min(100, Math.max(0, percent))}%`;
  button.style.setProperty('--x', inside(x));
  button.style.setProperty('--y', inside(y));
}

function moveBy(button: HTMLElement, by: Point): void {
  const current = (name: string) => Number.parseFloat(button.style.getPropertyValue(name));
  moveTo(button, { x: current('--x') + by.x, y: current('--y') + by.y });
}
