/** The location's state of a dialog that was opened from the list under it. */
export interface DialogState {
  /** One step back in the history leads to the list. */
  isOverList: true;
}
