/** Values and names of feeds that have the same rules in several dialects. */

const QUOTED_MAX_LENGTH = 60;

/** Formats a value for a message, shortened. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > QUOTED_MAX_LENGTH ? `${text.slice(0, QUOTED_MAX_LENGTH)}…` : text;
}

/** Returns an image's absolute URL, for readers on other origins. */
export function toAbsoluteUrl(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}

const NAME_MAX_LENGTH = 40;

/** @returns the first names of columns for a message, each shortened */
export function listNames(names: Iterable<string>, max: number): string {
  const all = [...names];
  const shown = all.slice(0, max).map((name) => name.slice(0, NAME_MAX_LENGTH));
  return shown.join(', ') + (all.length > max ? ', …' : '');
}
