/** Violations of the log of operators' changes. */
import { anOrder, type Damages, refundedOrder } from './damage.testing.ts';

export const operatorLogDamages: Damages = {
  "every operator's change of an order is in the log, once, and nothing else is": {
    'a refund is not in the log': `
      delete from operator_log where subject = ${refundedOrder} and reference = '2'`,
    'a shipment is in the log twice': `
      insert into operator_log select 'again', at, operator, origin, action, subject, reference, before, after
        from operator_log where subject = ${refundedOrder} and reference = '1'`,
    'the log has a change that was not made': `
      insert into operator_log values
        ('more', 1, 'somebody', 'command', 'order shipped', ${anOrder}, '1', null, null)`,
  },
  "every operator's change of a wallet is in the log, once": {
    'a credit is not in the log': "delete from operator_log where action = 'wallet changed'",
  },
  "every operator's change of stock is in the log": {
    'an import is not in the log': "delete from operator_log where action = 'products changed'",
  },
};
