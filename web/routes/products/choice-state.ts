/** The location's state of a dialog that offers the variants of a group. */
import type { OverList } from '../../app/over-list.ts';

export interface ChoiceState extends Partial<OverList> {
  /** The card of the group opened the dialog, and no variant is chosen yet. */
  isUndecided?: true;
  /** The product with which the dialog was opened, if another variant was chosen in it since. */
  openedWith?: string;
}
