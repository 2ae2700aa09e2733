import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ADDRESS_MAX_LENGTH } from '../../../../contract/limits.ts';
import { countCharacters } from '../../../../contract/text.ts';
import { addAddressMutation, idOfAdded } from '../../../api/address-changes.ts';
import { ApiError } from '../../../api/client.ts';
import { sessionStore } from '../../../session/storage.ts';
import { useShopperMutation } from '../../../session/use-shopper-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast/toasts.ts';
import styles from './new-address.module.css';

interface NewAddressProps {
  /** The id of a text about an address that is missing. */
  describedBy: string | undefined;
  onAdded: (id: string) => void;
}

/** From this length on, the input says how much of the limit is used. */
const COUNTED_LENGTH = 0.8 * ADDRESS_MAX_LENGTH;

/** 'Add new address' opens the form and Cancel closes it. Adding the address clears and closes it (R6.2). */
export function NewAddress({ describedBy, onAdded }: NewAddressProps) {
  // The input is open as long as there is a draft, which may be empty.
  const [draft, setDraft] = useDraft();
  const opener = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const refusalId = useId();
  const { mutate, isPending: isAdding, error, reset } = useShopperMutation(addAddressMutation);
  // The server's reason stays until the text changes, beside the input and in the toast.
  const refusal = error instanceof ApiError && error.message !== '' ? error.message : undefined;

  function change(text: string | undefined): void {
    setDraft(text);
    if (refusal !== undefined) toast.dismiss(refusal);
    reset();
  }

  function close(): void {
    // Render the button that opens the form first, so that it can take the focus.
    flushSync(() => change(undefined));
    opener.current?.focus();
  }

  function add(): void {
    if (isAdding) return;
    const address = draft ?? '';
    mutate(
      { address },
      {
        onSuccess(addresses) {
          close();
          const id = idOfAdded(addresses, address);
          if (id !== undefined) onAdded(id);
        },
        onError: () => input.current?.focus(),
      },
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes text, it handles the keys.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add();
    if (event.key === 'Escape') close();
  }

  if (draft === undefined) {
    return (
      <div>
        <Button
          ref={opener}
          variant="secondary"
          aria-describedby={describedBy}
          onClick={() => setDraft('')}
        >
          Add new address
        </Button>
      </div>
    );
  }
  const length = countCharacters(draft);
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <textarea
        ref={input}
        className={styles.input}
        dir="auto"
        aria-label="New address"
        aria-invalid={refusal !== undefined || describedBy !== undefined}
        aria-describedby={refusal === undefined ? describedBy : refusalId}
        aria-keyshortcuts="Control+Enter"
        placeholder="Enter your complete address"
        autoComplete="street-address"
        rows={4}
        // The button that this input replaces had the focus.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        value={draft}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {length > COUNTED_LENGTH && (
        <p className="hint">
          {length} of {ADDRESS_MAX_LENGTH} characters
        </p>
      )}
      {refusal !== undefined && <Problem id={refusalId} message={refusal} />}
      <div className="row gap-2">
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

const DRAFT = 'draft-address';

/** The text that has not been sent yet, kept in session storage; undefined if there is none. */
function useDraft() {
  const [draft, setDraft] = useState(() => sessionStore.getItem(DRAFT) ?? undefined);
  function change(text: string | undefined): void {
    if (text === undefined) sessionStore.removeItem(DRAFT);
    else sessionStore.setItem(DRAFT, text);
    setDraft(text);
  }
  return [draft, change] as const;
}
