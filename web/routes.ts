import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { screens } from '../contract/screens.ts';

const [ofAll, ofShoppers] = [false, true].map((isPrivate) =>
  screens
    .filter((screen) => screen.isPrivate === isPrivate)
    .map(({ name, path }) => {
      const file = `routes/${name}/route.tsx`;
      return path === '/' ? index(file) : route(path, file);
    }),
);

export default [
  ...(ofAll ?? []),
  layout('routes/private/route.tsx', ofShoppers),
  route('*', 'routes/not-found/route.tsx'),
] satisfies RouteConfig;
