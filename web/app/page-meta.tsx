import { useOwnShop, useShopName, useShopTexts, useSite } from '../session/site.ts';

interface PageMetaProps {
  /** The title without the shop's name; by default the shop's title. */
  title?: string | undefined;
  /** The description of the shop if left out. */
  description?: string | undefined;
  /** The canonical path. A page without one is not indexed. */
  path?: string | undefined;
  /** The page's own picture for previews. */
  image?: string | undefined;
}

/** The metadata of one page, for search engines and previews. Previews read only the HTML of the server. */
export function PageMeta({ path, image, ...own }: PageMetaProps) {
  const origin = useSite()?.origin;
  const name = useShopName();
  const shop = useShopTexts();
  const title = own.title === undefined ? shop.title : `${own.title} | ${name}`;
  const description = own.description ?? shop.description;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {path === undefined && <meta name="robots" content="noindex" />}
      {origin !== undefined && path !== undefined && <link rel="canonical" href={origin + path} />}
      {import.meta.env.SSR && origin !== undefined && path !== undefined && (
        <>
          <meta property="og:url" content={origin + path} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <PreviewPicture origin={origin} image={image} />
        </>
      )}
    </>
  );
}

function PreviewPicture({ origin, image: own }: { origin: string; image: string | undefined }) {
  const shop = useOwnShop();
  const image = own ?? shop?.preview;
  if (image !== undefined && URL.canParse(image, origin)) {
    return (
      <>
        <meta property="og:image" content={new URL(image, origin).href} />
        <meta name="twitter:card" content="summary" />
      </>
    );
  }
  // The picture in the package shows the name of the demo.
  if (shop !== undefined) return <meta name="twitter:card" content="summary" />;
  return (
    <>
      <meta property="og:image" content={`${origin}/og.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The metadata that all pages share. Only the server renders it (see `root.tsx`). */
export function SiteMeta() {
  const name = useShopName();
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
    </>
  );
}

/** The background of the page in both schemes, as in `ui/tokens.css`, for the bars of a phone. */
const background = { light: '#f6f8f5', dark: '#101512' };

/** What the browser shows around the page. Only the server renders it (see `root.tsx`). */
export function BrowserLooks() {
  const shop = useOwnShop();
  const { light, dark } = shop?.background ?? background;
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
