import { paths } from '../../contract/paths.ts';
import { callApi } from '../api/client.ts';
import { clearSession, readSession } from './session.ts';

/** Clears all local storage, reloads and goes to / (spec 2, header). Logging out always succeeds in the browser. */
export function logOut(): void {
  const { token } = readSession();
  if (token !== null) {
    // Tells the server without waiting for its reply.
    callApi(paths.logout, { method: 'POST', token, keepalive: true }).catch(() => {});
  }
  clearSession();
  window.location.assign('/');
}
