import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Calls back when somebody has gone back or forward. Who does so before the page has followed its address
 * is where they were: nothing that is read from the address has changed then, but what they typed for it.
 */
export function useGoneBack(follow: () => void): void {
  const location = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address, with what it says
  useEffect(() => {
    if (type === 'POP') follow();
  }, [location]);
}
