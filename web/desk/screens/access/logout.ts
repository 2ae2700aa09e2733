import { deskPaths } from '../../../../contract/desk.ts';
import { type DeskArgs, goTo, visitContext } from '../../visit.ts';

/** The address is only for the form of the header. */
export function loader() {
  return goTo(deskPaths.today);
}

export async function action({ context }: DeskArgs) {
  return goTo(deskPaths.login, await context.get(visitContext).access.logOut());
}
