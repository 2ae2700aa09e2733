/** The location's state of a dialog that was opened from the list under it. */
export interface OverList {
  /** One step back in the history leads to the list. */
  isOverList: true;
}

export const overList: OverList = { isOverList: true };
