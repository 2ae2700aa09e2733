import { useState } from 'react';
import styles from './options.module.css';

/** More options than these scroll, and a text box narrows them. */
const FEW = 9;

interface OptionsProps {
  legend: string;
  name: string;
  /** The first one is for all of them. */
  options: { value: string; label: string; count?: number }[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** Shows radio buttons below each other, each with the number of products that it would leave. */
export function Options({ legend, name, options, chosen, onChoose }: OptionsProps) {
  const [typed, setTyped] = useState('');
  if (options.length < 3 && chosen === '') return null;
  const isLong = options.length > FEW;
  const text = typed.trim().toLowerCase();
  const shown = options.filter(
    ({ value, label }) => [chosen, ''].includes(value) || label.toLowerCase().includes(text),
  );
  return (
    <fieldset>
      <legend>{legend}</legend>
      {isLong && (
        <input
          className={styles.search}
          aria-label={`Search ${legend.toLowerCase()}`}
          placeholder="Search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // Enter would apply the filters.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className={isLong ? `scrolled ${styles.long}` : undefined}>
        {shown.map(({ value, label, count }) => (
          <label key={value} className={`row nowrap typed ${styles.option}`}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span className={styles.label} dir="auto">
              {label}
            </span>
            {count !== undefined && <span className="secondary-text">{count}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
