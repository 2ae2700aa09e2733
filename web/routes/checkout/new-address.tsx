import { type KeyboardEvent, useRef, useTransition } from 'react';
import { flushSync } from 'react-dom';
import { addAddress } from '../../api/addresses.ts';
import { useAnswers } from '../../api/use-query.ts';
import { useDraft } from '../../session/draft.ts';
import { Button } from '../../ui/button.tsx';
import styles from './new-address.module.css';

/** Toggled by 'Add new address' and Cancel; cleared and closed once the address is added (spec 4). */
export function NewAddress() {
  // There is a draft, if only an empty one, as long as the input is open.
  const [draft, setDraft] = useDraft('address');
  const opener = useRef<HTMLButtonElement>(null);
  const answers = useAnswers();
  const [isAdding, startAdding] = useTransition();

  function close(): void {
    // With the input goes the focus, which its opener takes as soon as it is back.
    flushSync(() => setDraft(undefined));
    opener.current?.focus();
  }

  function add(): void {
    if (isAdding) return;
    startAdding(async () => {
      if (await addAddress(answers, draft ?? '')) close();
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add();
    if (event.key === 'Escape') close();
  }

  if (draft === undefined) {
    return (
      <Button ref={opener} look="secondary" className={styles.open} onClick={() => setDraft('')}>
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
        aria-label="New address"
        aria-keyshortcuts="Control+Enter"
        placeholder="Enter your complete address"
        autoComplete="street-address"
        rows={4}
        // It was asked for by the button that it takes the place of.
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
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
