import { deskPaths } from '../../../../contract/desk.ts';
import { actionOf, goTo, loaderOf } from '../../visit.ts';

/** The address is only for the form of the header. */
export const loader = loaderOf(async () => goTo(deskPaths.today));

export const action = actionOf(async ({ access }) => goTo(deskPaths.login, await access.logOut()));
