import { useOwnShop } from '../app/site.ts';
import { pictures } from '../ui/pictures.ts';

/** The picture beside a form: the icon of the shop, or that of the demo without an identity. */
export function WelcomePicture() {
  const icon = useOwnShop()?.icon;
  const side = icon === undefined ? 256 : 128;
  return <img src={icon ?? pictures.welcome} alt="" width={side} height={side} />;
}
