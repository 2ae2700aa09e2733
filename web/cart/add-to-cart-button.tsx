import { useId } from 'react';
import { Button } from '../ui/button.tsx';
import { forgetEarlyPress, useEarlyPress } from '../ui/early-press.ts';

export type AddState = 'idle' | 'adding' | 'added' | 'soldOut';

const labels: Record<AddState, string> = {
  idle: 'ADD TO CART',
  adding: 'ADDING…',
  added: 'ADDED',
  soldOut: 'OUT OF STOCK',
};

interface AddToCartButtonProps {
  /** The id of the element with the product's name. */
  nameId: string;
  state: AddState;
  onAdd: () => void;
  variant: 'primary' | 'soft';
  className?: string | undefined;
}

/** The accessible name is the button's text followed by the product's name. */
export function AddToCartButton(props: AddToCartButtonProps) {
  const { nameId, state, onAdd, variant, className } = props;
  const id = useId();
  const button = useEarlyPress();
  const canAdd = state === 'idle' || state === 'added';
  return (
    <Button
      ref={button}
      id={id}
      aria-labelledby={`${id} ${nameId}`}
      wide
      variant={variant}
      className={className}
      aria-disabled={!canAdd}
      onClick={() => {
        forgetEarlyPress();
        if (canAdd) onAdd();
      }}
    >
      {labels[state]}
    </Button>
  );
}
