import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { screens } from '../contract/screens.ts';

export default [
  ...screens.map(({ name, path }) => {
    const file = `routes/${name}/route.tsx`;
    return path === '/' ? index(file) : route(path, file);
  }),
  route('*', 'routes/not-found/route.tsx'),
] satisfies RouteConfig;
