/** Variants of a product: `M / Red` of a shirt. Each is a product of its own, named `Shirt, M / Red`. */

/** Separates the values of several options in one text. */
export const OPTION_SEPARATOR = ' / ';

/** The full name of a variant. */
export function variantName(groupName: string, option: string): string {
  return option === '' ? groupName : `${groupName}, ${option}`;
}

/** The name of the group of a product: its own without the option. */
export function groupNameOf({ name, option = '' }: { name: string; option?: string }): string {
  const end = variantName('', option);
  return option !== '' && name.endsWith(end) ? name.slice(0, -end.length) : name;
}
