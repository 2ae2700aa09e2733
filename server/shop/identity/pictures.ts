/** The pictures that are made of an identity when it is imported. They are stored beside it. */

/** Pixels of a square: for the home screens of phones; for stores and start screens. */
export const iconSides = { touchIcon: 180, largeIcon: 512 } as const;

/**
 * Pixels: of the hero on a phone at threefold density, beside the words on a wide screen at double density, and in
 * previews elsewhere, of which some show no WebP.
 */
export const heroWidths = { smallHero: 800, largeHero: 1600, preview: 1200 } as const;

type PictureName = keyof typeof iconSides | keyof typeof heroWidths;

/** Bytes as base64. Those of a hero are missing if it has no picture. */
export type IdentityPictures = Partial<Record<PictureName, string>>;
