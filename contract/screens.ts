/** The screens of spec 2, and the shopper's orders. Each has a folder with its name in `web/routes`. */
export const screens = [
  { name: 'products', path: '/', isIndexed: true },
  { name: 'register', path: '/register', isIndexed: true },
  { name: 'login', path: '/login', isIndexed: true },
  { name: 'checkout', path: '/checkout', isIndexed: false },
  { name: 'thanks', path: '/thanks', isIndexed: false },
  { name: 'orders', path: '/orders', isIndexed: false },
] as const satisfies Screen[];

interface Screen {
  name: string;
  path: string;
  /** Whether the sitemap lists the screen. */
  isIndexed: boolean;
}
