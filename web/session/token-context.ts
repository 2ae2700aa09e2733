import { createContext } from 'react-router';

/** Passes the token to the client loaders of private screens. */
export const tokenContext = createContext<string>();
