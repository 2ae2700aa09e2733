import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** As on the server: an address in other letters is another address. */
const exactly = { caseSensitive: true };

/** The screens of spec 2. */
export default [
  index('routes/products/route.tsx'),
  route('register', 'routes/register/route.tsx', exactly),
  route('login', 'routes/login/route.tsx', exactly),
  route('checkout', 'routes/checkout/route.tsx', exactly),
  route('thanks', 'routes/thanks/route.tsx', exactly),
  route('*', 'routes/not-found/route.tsx'),
] satisfies RouteConfig;
