import type { FastifyPluginAsync } from 'fastify';

const KEPT = 'public, max-age=3600';

/** robots.txt, which leads to the sitemap. */
export const crawlerRoutes: FastifyPluginAsync<{ publicUrl: string }> = async (
  app,
  { publicUrl },
) => {
  const robots = `User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`;
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', KEPT).send(robots),
  );
};
