import type { Location } from 'react-router';

/** A typed text. It replaces the location's text until the location changes. */
export interface Draft {
  text: string;
  /** The location at which the text was typed. */
  at: Location;
  /** The search for the text has not begun. */
  isPending: boolean;
  /** The texts of its own navigations that have not arrived yet. On a slow machine a second one may begin before. */
  sent: readonly string[];
}

/**
 * Returns the draft to show at a location. A draft is kept at the location where it was typed and at the one
 * that its own search led to. Any other navigation, such as a link or going back, drops it.
 * @param searched the location's text; undefined after going back or forward
 */
export function draftAt(
  draft: Draft,
  location: Location,
  searched: string | undefined,
): Draft | undefined {
  if (draft.at === location) return draft;
  const arrived = searched === undefined ? -1 : draft.sent.indexOf(searched);
  return arrived < 0 ? undefined : { ...draft, at: location, sent: draft.sent.slice(arrived + 1) };
}
