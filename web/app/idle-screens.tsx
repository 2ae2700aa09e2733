import { useEffect, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { screens } from '../../contract/screens.ts';
import { whenIdle } from '../ui/idle.ts';

/**
 * Loads the scripts of all screens when the page is idle. A link to a screen then works while the server restarts or
 * the browser is offline: without the script, the router would load the page anew and end on the browser's error page.
 */
export function IdleScreens() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle && screens.map(({ path }) => <PrefetchPageLinks key={path} page={path} />);
}
