/** What the head of the document has of the shop's looks. */
import { useOwnShop } from '../session/site.ts';

/** The ground of the page in both schemes, as in `ui/tokens.css`, for the bars of a phone. */
const ground = { light: '#f6f8f5', dark: '#101512' };

/** What the browser shows around the page. Only the server renders it (see `root.tsx`). */
export function BrowserLooks() {
  const shop = useOwnShop();
  const { light, dark } = shop?.ground ?? ground;
  return (
    <>
      <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
      {shop === undefined ? (
        <>
          <link rel="icon" sizes="32x32" href="/favicon.ico" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          <link rel="manifest" href="/manifest.webmanifest" />
        </>
      ) : (
        <>
          <link rel="icon" type="image/svg+xml" sizes="any" href={shop.icon} />
          <link rel="apple-touch-icon" href={shop.touchIcon} />
          <link rel="manifest" href={shop.manifest} />
        </>
      )}
    </>
  );
}

/** The colours of a shop with an accent. They follow the style sheets, whose tokens they replace. */
export function ShopColors() {
  const style = useOwnShop()?.style;
  if (style === undefined) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: names of tokens and hexadecimal colours, by the server
  return <style dangerouslySetInnerHTML={{ __html: style }} />;
}
