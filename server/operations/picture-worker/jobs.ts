/** What the process that reads pictures can do. Each job gets one value, and throws a PictureError. */
import { checkPicture } from './decode.ts';
import { encodeHero } from './hero-picture.ts';
import { checkLogo, drawIcons } from './icons.ts';
import { encodeProductPicture } from './product-picture.ts';

export const jobs = { checkPicture, encodeProductPicture, encodeHero, checkLogo, drawIcons };
export type Jobs = typeof jobs;
