import { useRouteLoaderData } from 'react-router';
import type { loader } from '../root.tsx';

interface PageMetaProps {
  title: string;
  description: string;
  /** The canonical path. A page without one is not indexed. */
  path?: string;
}

/** The metadata of one page, for search engines and previews. */
export function PageMeta({ title, description, path }: PageMetaProps) {
  const root = useRouteLoaderData<typeof loader>('root');
  const address = root && path !== undefined ? root.origin + path : undefined;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {path === undefined && <meta name="robots" content="noindex" />}
      {address && (
        <>
          <link rel="canonical" href={address} />
          <meta property="og:url" content={address} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
        </>
      )}
    </>
  );
}

/** The metadata that all pages share. */
export function SiteMeta({ origin }: { origin: string }) {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="QKart" />
      <meta property="og:image" content={`${origin}/og.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
