import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import type { AppOptions } from '../app.ts';

/** Without limits of rates. */
export const testConfig: AppOptions['config'] = {
  trustProxy: false,
  authRateLimit: 0,
  openingBalanceCents: OPENING_BALANCE_CENTS,
  orderRateLimit: 0,
  publicUrl: 'http://shop.test',
  imageOrigin: '',
  securityContacts: [],
};
