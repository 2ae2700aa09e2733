import type { ComponentPropsWithRef, KeyboardEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

interface Looks {
  /** One primary action a screen; soft where there are many of a kind; the rest are quiet. */
  look?: 'primary' | 'soft' | 'secondary' | 'quiet' | 'danger';
  /** Across the whole width of its container. */
  wide?: boolean | undefined;
}

type ButtonProps = ComponentPropsWithRef<'button'> & Looks;

export function Button({
  look = 'primary',
  wide,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return <button type={type} className={classFor({ look, wide }, className)} {...rest} />;
}

/**
 * A way to another screen that the specification calls a button, and so does assistive technology.
 * Underneath it is a link: it can be opened in a new tab, and works before the page's script does.
 */
export function LinkButton({ look = 'primary', wide, className, ...rest }: LinkProps & Looks) {
  return (
    <Link
      role="button"
      className={classFor({ look, wide }, className)}
      prefetch="intent"
      onKeyDown={clickOnSpace}
      {...rest}
    />
  );
}

/** Enter follows a link by itself; a button is pressed by the space bar, too. */
function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

function classFor({ look, wide }: Looks, more: string | undefined): string {
  return classNames(styles.button, look && styles[look], wide && styles.wide, more);
}
