import type { FastifyPluginAsync } from 'fastify';

/** Screens for search engines. */
const SCREENS = ['/', '/register', '/login'];
const KEPT = 'public, max-age=3600';

/** robots.txt and the sitemap. */
export const crawlerRoutes: FastifyPluginAsync<{ publicUrl: string }> = async (
  app,
  { publicUrl },
) => {
  const schema = { hide: true };
  const robots = `User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const locations = SCREENS.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('');
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations}</urlset>
`;

  const serve = (path: string, type: string, text: string) =>
    app.get(path, { schema }, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', KEPT).send(text),
    );
  serve('/robots.txt', 'text/plain', robots);
  serve('/sitemap.xml', 'application/xml', sitemap);
};
