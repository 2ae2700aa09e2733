import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { addAddressMutation } from '../../api/addresses.ts';
import { useDraft } from '../../session/draft.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import styles from './new-address.module.css';

/** 'Add new address' opens the form and Cancel closes it. Adding the address clears and closes it (spec 4). */
export function NewAddress() {
  // The input is open as long as there is a draft, which may be empty.
  const [draft, setDraft] = useDraft('address');
  const opener = useRef<HTMLButtonElement>(null);
  const { token } = useSession();
  const { mutate, isPending: isAdding } = useMutation(addAddressMutation);

  function close(): void {
    // Render the button that opens the form first, so that it can take the focus.
    flushSync(() => setDraft(undefined));
    opener.current?.focus();
  }

  function add(): void {
    if (isAdding || token === null) return;
    mutate({ token, address: draft ?? '' }, { onSuccess: close });
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes text, it handles the keys.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add();
    if (event.key === 'Escape') close();
  }

  if (draft === undefined) {
    return (
      <Button ref={opener} variant="secondary" className={styles.open} onClick={() => setDraft('')}>
        Add new address
      </Button>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <textarea
        className={styles.input}
        dir="auto"
        aria-label="New address"
        aria-keyshortcuts="Control+Enter"
        placeholder="Enter your complete address"
        autoComplete="street-address"
        rows={4}
        // The button that this input replaces had the focus.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.actions}>
        <Button type="submit" aria-disabled={isAdding}>
          {isAdding ? 'Adding…' : 'Add'}
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
