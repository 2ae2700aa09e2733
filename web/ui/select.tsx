import { type SelectHTMLAttributes, useId } from 'react';
import { Icon } from './icon.tsx';
import styles from './select.module.css';

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { label: string };

/** A native select, styled like the other controls. */
export function Select({ label, children, ...select }: SelectProps) {
  const id = useId();
  return (
    <div className={`row nowrap gap-2 ${styles.field}`}>
      <label className="secondary-text" htmlFor={id}>
        {label}
      </label>
      <select id={id} className={styles.select} {...select}>
        {children}
      </select>
      <Icon name="down" />
    </div>
  );
}
