import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build/pages',
  // One small file for each: a change of screen waits for it, and its loader isn't a file of its own.
  splitRouteModules: false,
  // All five routes are known at once: no call to the server to discover one.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
