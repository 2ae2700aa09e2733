/** Does what an operator wants, with the functions behind `qkart orders` and `qkart accounts`. */
import { Readable } from 'node:stream';
import { Refusal } from '../../contract/refusals.ts';
import { eraseAccount } from '../../server/operations/accounts/erase.ts';
import { changeBalance } from '../../server/operations/accounts/wallet.ts';
import { sourceOf } from '../../server/operations/feeds/reading/source-file.ts';
import { changeAsOperator } from '../../server/operations/orders/orders.ts';
import { readParcels } from '../../server/operations/orders/parcels.ts';
import { shipAll } from '../../server/operations/orders/ship-all.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import type { OperatorCall, OperatorReplies, Response, Units } from '../history.ts';
import type { OperatorProcess } from './environment.ts';

const [REFUSED, DEFECT] = [400, 500];

/** @param username the shopper whom it concerns */
export async function perform(
  operators: OperatorProcess,
  username: string,
  operation: OperatorCall,
): Promise<Response> {
  const respond = (status: number, body: object): Response => {
    return { status, body: JSON.stringify(body), replayed: false };
  };
  try {
    return respond(200, await run(operators, username, operation));
  } catch (error) {
    if (error instanceof OperatorError) return respond(REFUSED, { message: error.message });
    if (error instanceof Refusal) return respond(error.status, { message: error.message });
    return respond(DEFECT, { message: String(error) });
  }
}

async function run(
  { services }: OperatorProcess,
  username: string,
  operation: OperatorCall,
): Promise<OperatorReplies[keyof OperatorReplies]> {
  switch (operation.type) {
    case 'change order': {
      const { order, isChanged } = await changeAsOperator(services, {
        ...operation,
        lines: toMap(operation.lines),
        restock: toMap(operation.restock),
      });
      return { status: order.status, refundedCents: order.refunded_cents, isChanged };
    }
    case 'ship file': {
      const rows = operation.parcels.map(({ orderId, tracking: { carrier, number } }) =>
        [orderId, carrier, number].join(),
      );
      const table = ['order,carrier,tracking', ...rows].join('\n');
      const source = sourceOf('parcels.csv', Readable.from([table]));
      return shipAll(services, await readParcels(source));
    }
    case 'change wallet': {
      const request = { ...operation, account: username };
      const { balanceCents, isChanged } = await changeBalance(services, request);
      return { balanceCents, isChanged };
    }
    case 'erase account': {
      const { userId, settlement } = operation;
      const erased = await eraseAccount(services, services, userId, settlement);
      return { settledCents: erased.settledCents, isRepeated: erased.isRepeated };
    }
  }
}

function toMap(units: Units | undefined): ReadonlyMap<string, number> | undefined {
  return units && new Map(Object.entries(units));
}
