/** The screens (R1.1, R1.2). Each has a folder with its name in `web/routes`. */
export const screens = [
  { name: 'products', path: '/', isPrivate: false },
  { name: 'register', path: '/register', isPrivate: false },
  { name: 'login', path: '/login', isPrivate: false },
  { name: 'checkout', path: '/checkout', isPrivate: true },
  { name: 'thanks', path: '/thanks', isPrivate: true },
  { name: 'orders', path: '/orders', isPrivate: true },
  { name: 'account', path: '/account', isPrivate: true },
] as const satisfies Screen[];

interface Screen {
  name: string;
  path: string;
  /** The screen needs a token, and the sitemap does not list it. */
  isPrivate: boolean;
}
