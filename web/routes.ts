import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The screens of spec 2, and the shopper's orders. */
export default [
  index('routes/products/route.tsx'),
  route('register', 'routes/register/route.tsx'),
  route('login', 'routes/login/route.tsx'),
  route('checkout', 'routes/checkout/route.tsx'),
  route('thanks', 'routes/thanks/route.tsx'),
  route('orders', 'routes/orders/route.tsx'),
  route('*', 'routes/not-found/route.tsx'),
] satisfies RouteConfig;
