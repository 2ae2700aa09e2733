/** The location's state while a product's dialog lies over the list that it was opened from. */
export interface DialogState {
  /** One step back leads to the list. */
  isOverList: true;
}
