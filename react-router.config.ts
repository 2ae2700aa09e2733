import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build/pages',
  // All five routes are known at once: no call to the server to discover one.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
