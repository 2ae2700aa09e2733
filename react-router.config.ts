import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build/pages',
  // Each screen has one file, with its client loader.
  splitRouteModules: false,
  // All routes are known at once, without a request to discover one.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
