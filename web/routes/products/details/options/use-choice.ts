/** What the dialog shows of a product depends on whether one of its variants is chosen. */
import { useEffect, useId, useState } from 'react';
import * as messages from '../../../../../contract/page-messages.ts';
import { groupNameOf } from '../../../../../contract/variants.ts';
import { formatDollars, formatPrice } from '../../../../api/money.ts';
import type { ShownProduct } from '../../../../api/product-details.ts';
import { useIsHydrated } from '../../../../ui/hydrated.ts';
import { toast } from '../../../../ui/toast/toasts.ts';
import type { VariantChoiceProps } from './variant-choice.tsx';

/** @param onChoose gets the id of a variant */
export function useChoice(
  product: ShownProduct,
  isUndecided: boolean,
  onChoose: (variantId: string) => void,
) {
  const id = useId();
  const [isMissing, setIsMissing] = useState(false);
  // The server doesn't know the state of the history, and renders the product of the address as chosen.
  const isHydrated = useIsHydrated();
  const { _id, name, cost, group, variants } = product;
  const isOpen = group !== undefined && isHydrated && isUndecided && variants?.length !== 1;
  useEffect(() => {
    if (isOpen) return () => toast.dismiss(messages.chooseOption);
  }, [isOpen]);
  // A list says that a product is sold out before its details say how many there are.
  const stock = product.available === false ? 0 : product.stock;
  const shown = { name, stock, price: formatDollars(cost) };
  if (group === undefined) {
    return { ...shown, choice: undefined, requireChoice: undefined };
  }
  const choice: VariantChoiceProps = {
    id,
    // Until the others are loaded, its own options have their place.
    variants: variants ?? [{ ...product, stock: null }],
    chosenId: isOpen ? undefined : _id,
    isMissing: isOpen && isMissing,
    onChoose,
  };
  if (!isOpen) return { ...shown, choice, requireChoice: undefined };
  return {
    name: groupNameOf(product),
    /** Whether anything is left. How much is left of each is known once it is chosen. */
    stock: variants?.every((variant) => variant.stock === 0) ? 0 : null,
    price: formatPrice(product),
    choice,
    requireChoice(): void {
      toast.warning(messages.chooseOption);
      setIsMissing(true);
      const first = document.querySelector<HTMLElement>(
        `#${CSS.escape(id)} [role=radiogroup]:not(:has(:checked)) :enabled`,
      );
      first?.focus({ preventScroll: true });
      // The toast is not above it.
      first?.scrollIntoView({ block: 'center' });
    },
  };
}
