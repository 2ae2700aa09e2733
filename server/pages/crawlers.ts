import type { FastifyPluginAsync } from 'fastify';

/** The screens that are worth finding. */
const SCREENS = ['/', '/register', '/login'];

/** What search engines ask for. */
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

  app.get('/robots.txt', { schema }, (_request, reply) => reply.type('text/plain').send(robots));
  app.get('/sitemap.xml', { schema }, (_request, reply) =>
    reply.type('application/xml').send(sitemap),
  );
};
