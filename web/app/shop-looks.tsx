/** What the head of the document has of the shop's looks. */
import { useOwnShop } from './site.ts';

/** The ground of the page in both schemes, as in `ui/tokens.css`, for the bars of a phone. */
const ground = { light: '#f6f8f5', dark: '#101512' };

export function ThemeColors() {
  const { light, dark } = useOwnShop()?.ground ?? ground;
  return (
    <>
      <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

/** Icons, and the colours of a shop with an accent: they follow the style sheets, whose tokens they replace. */
export function ShopLooks() {
  const shop = useOwnShop();
  if (shop === undefined) {
    return (
      <>
        <link rel="icon" sizes="32x32" href="/favicon.ico" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </>
    );
  }
  return (
    <>
      {shop.style !== undefined && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: names of tokens and hexadecimal colours, by the server
        <style dangerouslySetInnerHTML={{ __html: shop.style }} />
      )}
      <link rel="icon" type="image/svg+xml" sizes="any" href={shop.icon} />
      <link rel="manifest" href={shop.manifest} />
    </>
  );
}
