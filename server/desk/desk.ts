/** What an operator does at the desk: functions of `server/operations`, as the screens call them. */
import type { Desk } from '../../contract/desk.ts';
import type { Carrier } from '../../contract/shop-identity.ts';
import type { Lack } from '../operations/identity/launch-check.ts';
import type { AppServices, OperatorServices } from '../platform/services.ts';
import type { Search } from '../shop/search/search.ts';
import { changeCustomer, listCustomers, readCustomer } from './customers.ts';
import type { Imports } from './import/imports.ts';
import { listLog, listOrders } from './lists.ts';
import { changeOrder, readOrder } from './orders/order.ts';
import { listToShip, shipOrders } from './orders/shipping.ts';
import { addProduct } from './products/add.ts';
import { changeProduct, listProducts, readProduct } from './products/products.ts';
import { changeShop, previewShop, readShop } from './shop.ts';
import { readToday } from './today.ts';

type DeskServices = AppServices & OperatorServices & { search: Search };

interface DeskOptions {
  /** The zone in which the shop's days begin. */
  timeZone: string;
  /** The carriers that the shop names itself. */
  carriers: readonly Carrier[];
  /** The shop's public origin, without a slash at the end. */
  publicUrl: string;
  /** What the shop lacks. */
  findLacks(): Promise<Lack[]>;
  imports: Imports;
}

export function createDesk(
  services: DeskServices,
  { timeZone, carriers, publicUrl, findLacks, imports }: DeskOptions,
): Desk {
  const { db, now, operator } = services;
  return {
    readToday: () => readToday(db, { now: now(), timeZone, findLacks }),
    listOrders: (filters) => listOrders(db, filters, timeZone),
    listToShip: (filters) => listToShip(db, filters, timeZone),
    shipOrders: (form) => shipOrders(services, form),
    readOrder: (id) => readOrder(services, id, { timeZone, carriers }),
    changeOrder: (id, { fields }) => changeOrder(services, id, fields),
    listCustomers: (filters) => listCustomers(db, filters, timeZone),
    readCustomer: (id, filters) => readCustomer(services, id, filters, timeZone),
    changeCustomer: (id, { fields }) => changeCustomer(services, id, fields),
    listProducts: (filters) => listProducts(services, filters),
    readProduct: (id) => readProduct(services, id, { timeZone, publicUrl }),
    changeProduct: (id, form) => changeProduct(services, id, form),
    addProduct: (form) => addProduct(services, form),
    readImport: async () => imports.read(operator.name),
    changeImport: (form) => imports.change(services, form),
    readShop: () => readShop(services),
    changeShop: (form) => changeShop(services, form),
    previewShop,
    listLog: (filters) => listLog(db, filters, timeZone),
  };
}
