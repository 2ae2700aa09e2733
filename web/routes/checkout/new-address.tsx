import { useState } from 'react';
import { useAddressAdding } from '../../api/addresses.ts';
import { Button } from '../../ui/button.tsx';
import styles from './new-address.module.css';

/** Toggled by 'Add new address' and Cancel; cleared and closed once the address is added (spec 4). */
export function NewAddress() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const adding = useAddressAdding();

  function close(): void {
    setOpen(false);
    setText('');
  }

  if (!isOpen) {
    return (
      <Button look="secondary" className={styles.open} onClick={() => setOpen(true)}>
        Add new address
      </Button>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!adding.isPending) adding.mutate(text, { onSuccess: close });
      }}
    >
      <textarea
        className={styles.input}
        aria-label="New address"
        placeholder="Enter your complete address"
        autoComplete="street-address"
        rows={4}
        // It was asked for by the button that it takes the place of.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" aria-disabled={adding.isPending}>
          {adding.isPending ? 'Adding…' : 'Add'}
        </Button>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
