import { paths } from '../../contract/paths.ts';
import { TIMEOUT_MS } from '../api/client.ts';
import { SESSION_ATTRIBUTE } from '../session/session.ts';

/**
 * The script in the document's head, which runs before the first paint. The HTML is the same for
 * everybody. The script marks it as signed in, so that nothing moves when the session is read. It also requests
 * the cart, while the other scripts are still loading (see `cartQuery`). Until the dialog of a product is hydrated and
 * modal, it closes on Escape by its link. It remembers which button is pressed before its script is loaded. At another
 * address than the public one it marks the page, which has no passkeys there.
 */
export const firstScript = (): string => `addEventListener('keydown', ({ key }) => {
if (key === 'Escape') document.querySelector('dialog[open]:not(:modal) a')?.click();
});
addEventListener('click', ({ target }) => {
window.pressedButton = target.closest?.('button') ?? window.pressedButton;
}, true);
const { dataset } = document.documentElement;
if (dataset.publicOrigin !== location.origin) dataset.elsewhere = '';
try {
const token = localStorage.getItem('token');
document.documentElement.setAttribute('${SESSION_ATTRIBUTE}', token === null ? 'out' : 'in');
if (token !== null && ['/', '/checkout'].includes(location.pathname)) {
const headers = { authorization: 'Bearer ' + token };
const response = fetch('${paths.cart}', { headers, signal: AbortSignal.timeout(${TIMEOUT_MS}) });
response.catch(() => {});
window.earlyCart = { token, response };
}
} catch {}`;
