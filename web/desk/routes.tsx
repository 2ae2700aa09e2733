/** All screens of the desk. */
import type { RouteObject } from 'react-router';
import { deskPaths } from '../../contract/desk.ts';
import { ErrorScreen, Screen } from './document.tsx';
import * as join from './screens/access/join.tsx';
import * as login from './screens/access/login.tsx';
import * as logout from './screens/access/logout.ts';
import * as secondFactor from './screens/access/second-factor.tsx';
import * as customer from './screens/customer.tsx';
import * as customerErase from './screens/customer-erase.tsx';
import * as customers from './screens/customers.tsx';
import * as imports from './screens/import.tsx';
import * as log from './screens/log.tsx';
import * as order from './screens/order.tsx';
import * as orders from './screens/orders.tsx';
import * as product from './screens/product.tsx';
import * as products from './screens/products.tsx';
import * as ship from './screens/ship.tsx';
import * as shop from './screens/shop.tsx';
import * as today from './screens/today.tsx';

export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorScreen,
    children: [
      { path: deskPaths.login, ...login },
      { path: deskPaths.join, ...join },
      { path: deskPaths.secondFactor, ...secondFactor },
      { path: deskPaths.logout, ...logout },
      {
        Component: Screen,
        ErrorBoundary: ErrorScreen,
        children: [
          { path: deskPaths.today, ...today },
          { path: deskPaths.orders, ...orders },
          { path: deskPaths.ship, ...ship },
          { path: `${deskPaths.orders}/:id`, ...order },
          { path: deskPaths.customers, ...customers },
          { path: `${deskPaths.customers}/:id`, ...customer },
          { path: `${deskPaths.customers}/:id/erase`, ...customerErase },
          { path: deskPaths.products, ...products },
          { path: `${deskPaths.products}/:id`, ...product },
          { path: deskPaths.import, ...imports },
          { path: deskPaths.shop, ...shop },
          { path: deskPaths.log, ...log },
        ],
      },
    ],
  },
];
