import { useEffect, useId, useRef } from 'react';
import { addAddressMutation, idOfAdded } from '../../../api/address-changes.ts';
import { useShopperMutation } from '../../../session/use-shopper-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './deleted-address.module.css';

interface DeletedAddressProps {
  address: string;
  /** That of the address, in pixels, so that no other address moves under the pointer. */
  height: number;
  /** Called with the id that the address has now. */
  onRestore: (id: string | undefined) => void;
}

/**
 * Takes the place of the deleted address, and saves it again on Undo. The server has deleted it already. Undo is not
 * where Delete was, so that a second press of Delete does not undo the first.
 */
export function DeletedAddress({ address, height, onRestore }: DeletedAddressProps) {
  const id = useId();
  const undo = useRef<HTMLButtonElement>(null);
  const { mutateAsync, isPending } = useShopperMutation(addAddressMutation);
  // The focused button was deleted with the address.
  useEffect(() => undo.current?.focus(), []);

  async function restore(): Promise<void> {
    if (isPending) return;
    // The query client shows a failure, and the row stays.
    const saved = await mutateAsync({ address }).catch(() => undefined);
    if (saved) onRestore(idOfAdded(saved, address));
  }

  return (
    <div className={`row ${styles.deleted}`} style={{ minBlockSize: height }}>
      <p id={id} className="secondary-text">
        Address deleted
      </p>
      <Button
        ref={undo}
        variant="secondary"
        aria-describedby={id}
        aria-disabled={isPending}
        onClick={restore}
      >
        Undo
      </Button>
    </div>
  );
}
