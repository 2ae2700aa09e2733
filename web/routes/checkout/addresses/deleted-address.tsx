import { useEffect, useRef } from 'react';
import { addAddressMutation } from '../../../api/address-changes.ts';
import { useShopperMutation } from '../../../session/use-shopper-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './deleted-address.module.css';

interface DeletedAddressProps {
  /** The text of the address that was deleted last. */
  address: string;
  /** Called with the id that the address has now. */
  onRestore: (id: string | undefined) => void;
}

/** Takes the place of the deleted address, and saves it again on Undo. The server has deleted it already. */
export function DeletedAddress({ address, onRestore }: DeletedAddressProps) {
  const undo = useRef<HTMLButtonElement>(null);
  const { mutateAsync, isPending } = useShopperMutation(addAddressMutation);
  // The focused button was deleted with the address.
  useEffect(() => undo.current?.focus(), []);

  async function restore(): Promise<void> {
    if (isPending) return;
    // The query client shows a failure, and the row stays.
    const saved = await mutateAsync({ address }).catch(() => undefined);
    if (saved) onRestore(saved.findLast((candidate) => candidate.address === address)?._id);
  }

  return (
    <div className={`row nowrap spread ${styles.deleted}`}>
      <p className="two-lines secondary-text">
        Deleted: <bdi>{address}</bdi>
      </p>
      <Button
        ref={undo}
        variant="secondary"
        aria-label={`Undo deleting ${address}`}
        aria-disabled={isPending}
        onClick={restore}
      >
        Undo
      </Button>
    </div>
  );
}
