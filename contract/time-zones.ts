/** Time zones of the IANA database. */

/** Whether this is an IANA time zone that the runtime knows, like `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // Offsets like +01:00 are accepted by Intl, but know no summer time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
