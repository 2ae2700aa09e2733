/** Makes a studio picture of a product that is cut out: background, light from the upper left, and a shadow under it. */
import sharp from 'sharp';

const SIDE = 512;
/** The box of the product. */
const PRODUCT = 356;
/** Where the product stands. */
const FLOOR = 438;
const QUALITY = 62;
/** Red, green, blue. */
const SHADOW = [35, 26, 18];

interface Background {
  /** Hue in degrees. */
  hue: number;
  saturation: number;
}

/** The same warm studio in a few tints, one for each category. */
const backgrounds: readonly Background[] = [
  { hue: 150, saturation: 16 },
  { hue: 32, saturation: 30 },
  { hue: 212, saturation: 22 },
  { hue: 345, saturation: 22 },
  { hue: 255, saturation: 18 },
  { hue: 47, saturation: 34 },
  { hue: 182, saturation: 20 },
  { hue: 20, saturation: 24 },
];

/** @param cutOut a picture with a transparent background @param tint any number; the same one gets the same background */
export async function composePicture(cutOut: Buffer, tint: number): Promise<Buffer> {
  const { data: product, info } = await sharp(cutOut)
    .trim({ background: '#0000', threshold: 0 })
    .resize(PRODUCT, PRODUCT, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((SIDE - info.width) / 2);
  const shadows = await Promise.all([
    // Close to the product, and soft away from the light.
    makeShadow(product, { height: 0.05, blur: 5, opacity: 0.42 }),
    makeShadow(product, { height: 0.2, blur: 20, opacity: 0.3 }),
  ]);
  const [contact, cast] = shadows;
  return sharp(
    Buffer.from(drawStudio(backgrounds[tint % backgrounds.length] ?? { hue: 0, saturation: 0 })),
  )
    .composite([
      {
        input: cast.data,
        left: centred(cast.width) + 18,
        top: FLOOR - Math.round(cast.height / 2),
      },
      {
        input: contact.data,
        left: centred(contact.width),
        top: FLOOR - Math.round(contact.height / 2) - 2,
      },
      { input: product, left, top: FLOOR - info.height },
    ])
    .webp({ quality: QUALITY, effort: 4, smartSubsample: true })
    .toBuffer();
}

function centred(width: number): number {
  return Math.round((SIDE - width) / 2);
}

function drawStudio({ hue, saturation }: Background): string {
  const tone = (lightness: number) => `hsl(${hue} ${saturation}% ${lightness}%)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
<defs>
<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="${tone(93)}"/><stop offset=".66" stop-color="${tone(88)}"/>
<stop offset=".78" stop-color="${tone(90)}"/><stop offset="1" stop-color="${tone(83)}"/>
</linearGradient>
<radialGradient id="light" cx=".3" cy=".22" r=".75">
<stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
</radialGradient>
</defs>
<rect width="100%" height="100%" fill="url(#wall)"/>
<rect width="100%" height="100%" fill="url(#light)"/>
</svg>`;
}

/** The silhouette of the product, flat on the floor. */
async function makeShadow(
  product: Buffer,
  { height, blur, opacity }: { height: number; blur: number; opacity: number },
): Promise<{ data: Buffer; width: number; height: number }> {
  const { width = PRODUCT } = await sharp(product).metadata();
  const room = blur * 3;
  const { data, info } = await sharp(product)
    .resize(width, Math.round(PRODUCT * height), { fit: 'fill' })
    .extend({ top: room, bottom: room, left: room, right: room, background: '#0000' })
    .blur(blur)
    // Any colour becomes that of the shadow, and the opacity is reduced.
    .linear([0, 0, 0, opacity], [...SHADOW, 0])
    .png()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
