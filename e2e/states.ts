/**
 * Every visible state of every screen, for the screenshots and for the tests that check
 * every state.
 */
import type { Page } from '@playwright/test';
import {
  askToDelete,
  cutOffDeletion,
  refusePassword,
  refuseToDelete,
  showAccount,
  showNewCodes,
} from './account-states.ts';
import { untilAlive, untilScreensAreLoaded } from './alive.ts';
import { checkoutStates } from './checkout-states.ts';
import { listStates } from './list-states.ts';
import { loginStates } from './login-states.ts';
import { answer } from './network.ts';
import {
  askToCancel,
  failToLoadOrders,
  showCreditNote,
  showEveryStatus,
  showInvoice,
  showNoOrders,
} from './order-states.ts';
import { productStates } from './product-states.ts';
import { searchStates } from './search-states.ts';
import { card, expect, expectToast, open } from './shop.ts';
import type { Shopper } from './shopper.ts';
import { lamp, type State, shopper, visitor } from './state.ts';

export const states: State[] = [
  ...listStates,
  ...searchStates,
  ...productStates,
  visitor('toast', 'A warning', async (page) => {
    await open(page, '/');
    await card(page, lamp.name).getByRole('button').click();
    await expectToast(page, 'Log in to add an item to the cart');
  }),
  visitor('offline', 'The browser is offline', async (page) => {
    await open(page, '/');
    await untilScreensAreLoaded(page);
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
  }),
  ...loginStates,
  ...checkoutStates,
  shopper('orders', 'Orders of every status', showEveryStatus),
  shopper('orders-empty', 'Nothing was ordered yet', showNoOrders),
  shopper('orders-failed', 'The orders could not be loaded', failToLoadOrders),
  shopper('orders-cancel', 'Before an order is cancelled', askToCancel),
  shopper('invoice', 'An invoice, made for print', showInvoice),
  shopper('credit-note', 'A credit note', showCreditNote),
  shopper('account', 'The wallet and the password', showAccount),
  shopper('account-password', 'A password that is not the current one', refusePassword),
  shopper('account-codes', 'New recovery codes, shown once', showNewCodes),
  shopper('account-delete', 'Before an account is deleted', askToDelete),
  shopper('account-delete-orders', 'An account with open orders', refuseToDelete),
  shopper('account-delete-unknown', 'A deletion without an answer', cutOffDeletion),
  visitor('not-found', 'An unknown address', (page) => open(page, '/nowhere')),
  shopper('crash', 'A page that failed', async (page) => {
    const unreadable = { placedAt: 'some day', deliverBy: '2026-11-20', address: '', lines: [] };
    const order = { id: 'order', status: 'placed', total: 0, refunded: 0, ...unreadable };
    await answer(page, 'GET /orders', { json: [order] });
    await open(page, '/orders');
    await expect(page.getByRole('heading', { name: 'Sorry, something went wrong' })).toBeVisible();
  }),
];

/** Opens a state outside of a test. */
export async function reach(state: State, page: Page, someone: Shopper): Promise<void> {
  await state.reach(page, someone);
  if (state.name !== 'crash') await untilAlive(page);
}
