/** Whether this browser has passkeys, which it offers on secure pages alone. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}
