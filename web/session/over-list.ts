/** What lies over the list of products and has an address: a product's dialog, and the cart's sheet. */
import { type To, useLocation, useNavigate } from 'react-router';

/** The location's state of a dialog that was opened from the list under it. */
interface OverList {
  /** One step back in the history leads to the list. */
  isOverList: true;
}

export const overList: OverList = { isOverList: true };

/** The location's state of a product's dialog. */
export interface ProductState extends Partial<OverList> {
  /** If the product has variants, the shopper has yet to choose one: a card and a suggestion represent all of them. */
  isUndecided?: true;
  /** The product that the dialog was opened with, if another variant was chosen since. */
  openedWith?: string;
}

/** The state of a dialog that a card or a suggestion opens. */
export const undecided: ProductState = { ...overList, isUndecided: true };

/** @returns a function that leads to the list: by one step back, if this was opened from there */
export function useCloseOverList(listAddress: To): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => {
    // Only links to what lies over the list set a state here.
    if ((state as OverList | null)?.isOverList) navigate(-1);
    else navigate(listAddress, { replace: true, preventScrollReset: true });
  };
}

/** The link on the page with this address, which has opened what lies over the list. */
export function findLinkTo(address: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`);
}
