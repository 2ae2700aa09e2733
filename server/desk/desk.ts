/** What an operator does at the desk: functions of `server/operations`, as the screens call them. */
import type { Desk } from '../../contract/desk.ts';
import type { AppServices, OperatorServices } from '../platform/services.ts';
import { changeCustomer, listCustomers, readCustomer } from './customers.ts';
import { listLog, listOrders } from './lists.ts';
import { changeOrder, readOrder } from './order.ts';
import { tell } from './outcome.ts';
import { readToday } from './today.ts';

type DeskServices = AppServices & OperatorServices;

interface DeskOptions {
  /** Of the shop. */
  timeZone: string;
  /** What the shop lacks, as `qkart shop check` says it. */
  findLacks(): Promise<string[]>;
}

export function createDesk(services: DeskServices, { timeZone, findLacks }: DeskOptions): Desk {
  const { db, now } = services;
  return {
    readToday: () => readToday(db, { now: now(), timeZone, findLacks }),
    listOrders: (filters) => listOrders(db, filters, timeZone),
    readOrder: (id) => readOrder(services, id, timeZone),
    changeOrder: (id, fields) => tell(() => changeOrder(services, id, fields)),
    listCustomers: (filters) => listCustomers(db, filters, timeZone),
    readCustomer: (id, filters) => readCustomer(services, id, filters, timeZone),
    changeCustomer: (id, fields) => tell(() => changeCustomer(services, id, fields)),
    listLog: (filters) => listLog(db, filters, timeZone),
  };
}
