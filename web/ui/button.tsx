import type { ComponentPropsWithRef, KeyboardEvent, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

interface Variants {
  /** A screen has one `primary` button. Each item of a list may have a `soft` one. */
  variant?: 'primary' | 'soft' | 'secondary' | 'quiet' | 'danger';
  /** Takes the full width of the container. */
  wide?: boolean | undefined;
}

type ButtonProps = ComponentPropsWithRef<'button'> & Variants;

export function Button({
  variant = 'primary',
  wide,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return <button type={type} className={classFor({ variant, wide }, className)} {...rest} />;
}

/**
 * A link with the role button, because its name is that of a button (R1.9). A link can be opened in a new tab,
 * and works before the page is hydrated.
 */
export function LinkButton({
  variant = 'primary',
  wide,
  className,
  ...rest
}: LinkProps & Variants) {
  return (
    <Link
      role="button"
      className={classFor({ variant, wide }, className)}
      onKeyDown={clickOnSpace}
      {...rest}
    />
  );
}

/** A button reacts to the space bar, too; a link only to Enter. */
function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

/** Handles clicks on a link, except those that open another tab or window. */
export function onPlainClick(act: (event: MouseEvent<HTMLElement>) => void) {
  return (event: MouseEvent<HTMLElement>): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    act(event);
  };
}

function classFor({ variant, wide }: Variants, more: string | undefined): string {
  return classNames(styles.button, variant && styles[variant], wide && styles.wide, more);
}
