/** The location's state of a dialog that was opened from the list under it. */
export interface OverList {
  /** One step back in the history leads to the list. */
  isOverList: true;
}

export const overList: OverList = { isOverList: true };

/** The location's state of a product's dialog. */
export interface ProductState extends Partial<OverList> {
  /** If the product has variants, a shopper has yet to choose one: a card and a suggestion stand for all of them. */
  isUndecided?: true;
  /** The product with which the dialog was opened, if another variant was chosen in it since. */
  openedWith?: string;
}

/** The state of a dialog that a card or a suggestion opens. */
export const undecided: ProductState = { ...overList, isUndecided: true };
