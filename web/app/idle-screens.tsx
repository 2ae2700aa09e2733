import { useEffect } from 'react';
import { whenIdle } from '../ui/idle.ts';
import { fetchScripts } from './fetch-scripts.ts';

/**
 * Loads the scripts of all screens when the page is idle. A link to a screen then works while the server restarts or
 * the browser is offline: without the script, the router would load the page anew and end on the browser's error page.
 * The router's own `PrefetchPageLinks` would do the same if a script that nobody asked for can't be loaded.
 */
export function IdleScreens() {
  useEffect(() => whenIdle(() => void loadScreens().catch(() => {})), []);
  return null;
}

async function loadScreens(): Promise<void> {
  const scripts = document.documentElement.dataset.screens?.split(' ') ?? [];
  await fetchScripts(scripts);
  await Promise.all(scripts.map((path) => import(/* @vite-ignore */ path)));
}
