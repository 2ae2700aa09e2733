/** The shipping section of the checkout (R2.5, R6). */
import { page, userEvent } from 'vitest/browser';
import { CHECK } from '../../../testing/api.ts';
import { address, addresses, HOME, placeOrder, selectAddress } from '../../../testing/checkout.ts';
import { stopClock } from '../../../testing/clock.ts';
import {
  button,
  expect,
  expectCount,
  expectToast,
  loggedInTest,
  open,
  pressQuickly,
  retryRepaired,
} from '../../../testing/screen.tsx';

const ADD = 'POST /user/addresses';
const DELETE = 'DELETE /user/addresses/*';
const OFFICE = 'The Office, 3rd floor';
const NONE = 'No addresses found for this account. Please add one to proceed';

const input = () => page.getByPlaceholder('Enter your complete address');
const opener = () => button('Add new address');
const addButton = () => page.getByRole('button', { name: 'Add', exact: true });
const selected = () => page.getByRole('radio', { checked: true });

/** Opens the checkout and the input for a new address. */
async function beginAddress(text: string): Promise<void> {
  await open('/checkout');
  await opener().click();
  await input().fill(text);
}

loggedInTest(`R6.1: with no address '${NONE}'`, async () => {
  await open('/checkout');
  await expect.element(page.getByText(NONE, { exact: true })).toBeVisible();
  await expectCount(addresses(), 0);
});

loggedInTest("R6.2: 'Add new address' opens a multiline input with Add and Cancel", async () => {
  await open('/checkout');
  await expect.element(opener()).toBeVisible();
  await expectCount(input(), 0);
  await opener().click();
  await expect.element(input()).toHaveFocus();
  expect(input().element().tagName).toBe('TEXTAREA');
  await expectCount(opener(), 0);
  await input().fill('Somewhere else');
  await button('Cancel').click();
  await expectCount(input(), 0);
  await opener().click();
  await expect.element(input()).toHaveValue('');
});

loggedInTest(
  'R6.2: a successful add replaces the list by the reply; the input is cleared and closed',
  async ({ shop }) => {
    const calls = shop.watch(ADD);
    await beginAddress('1 Lane\nFarm House');
    // Another tab saves an address meanwhile. Only the reply contains it.
    shop.saveAddress(HOME);
    await addButton().click();
    await expectCount(addresses(), 2);
    await expect.element(page.getByText('Farm House')).toBeVisible();
    await expect.element(page.getByText(HOME)).toBeVisible();
    await expectCount(input(), 0);
    expect(calls.map(({ body }) => body)).toEqual([{ address: '1 Lane\nFarm House' }]);
    await opener().click();
    await expect.element(input()).toHaveValue('');
  },
);

loggedInTest.for([
  { what: 'an empty address', text: '', says: 'Address must not be empty' },
  {
    what: 'one that is too long',
    text: 'x'.repeat(501),
    says: 'Address must be at most 500 characters',
  },
  { what: 'one without a reply', text: HOME, says: `Could not add this address. ${CHECK}` },
])(
  'R2.5, R6.2: $what is sent; the server’s message or the generic one is shown, list and input stay',
  async ({ text, says }, { shop }) => {
    shop.saveAddress(OFFICE);
    if (text === HOME) shop.cutOff(ADD);
    const calls = shop.watch(ADD);
    await beginAddress(text);
    await addButton().click();
    await expectToast(says, 'error');
    expect(calls.map(({ body }) => body)).toEqual([{ address: text }]);
    await expect.element(input()).toHaveValue(text);
    await expectCount(addresses(), 1);
  },
);

loggedInTest('the reason why an address was refused goes when its text changes', async () => {
  await beginAddress('');
  stopClock();
  await addButton().click();
  await expectToast('Address must not be empty', 'error');
  await input().fill(HOME);
  await expectCount(page.getByText('Address must not be empty'), 0);
});

loggedInTest('two quick presses of Add save one address', async ({ shop }) => {
  await beginAddress(HOME);
  await pressQuickly(addButton(), 2);
  await expectCount(addresses(), 1);
  expect(shop.addresses).toHaveLength(1);
});

loggedInTest('R6.1: a click selects an address, and only that one', async ({ shop }) => {
  shop.saveAddress(HOME);
  shop.saveAddress(OFFICE);
  await open('/checkout');
  await expectCount(addresses(), 2);
  await expectCount(selected(), 0);
  await selectAddress(HOME);
  await selectAddress(OFFICE);
  await expectCount(selected(), 1);
  const colours = addresses()
    .elements()
    .map(({ parentElement }) => parentElement && getComputedStyle(parentElement).borderColor);
  // The selected card is highlighted.
  expect(colours[0]).not.toBe(colours[1]);
});

loggedInTest(
  'R6.1, R6.3: each address has a Delete button; deleting the selected one selects nothing',
  async ({ shop }) => {
    for (const text of [HOME, OFFICE, '1 Lane']) shop.saveAddress(text);
    await open('/checkout');
    await selectAddress(HOME);
    await button(`Delete address ${OFFICE}`).click();
    // The page may scroll until then.
    await expect.element(button('Undo')).toHaveFocus();
    // A person's home is not shown any longer.
    await expectCount(page.getByText(OFFICE), 0);
    await expect.element(page.getByText('Address deleted')).toBeVisible();
    await expect.element(address(HOME)).toBeChecked();
    await button(`Delete address ${HOME}`).click();
    await expectCount(addresses(), 1);
    await expectCount(selected(), 0);
    await placeOrder().click();
    await expectToast('select one shipping address');
  },
);

loggedInTest(
  'a deleted address can be saved again, and is selected again if it was',
  async ({ shop }) => {
    for (const text of [HOME, OFFICE]) shop.saveAddress(text);
    await open('/checkout');
    await selectAddress(HOME);
    await button(`Delete address ${HOME}`).click();
    const undo = button('Undo');
    await expect.element(undo).toHaveFocus();
    expect(shop.addresses.map(({ address: text }) => text)).toEqual([OFFICE]);
    shop.cutOff(ADD);
    await undo.click();
    await expectToast(`Could not add this address. ${CHECK}`, 'error');
    shop.restore();
    await undo.click();
    await expect.element(address(HOME)).toBeChecked();
    await expectCount(undo, 0);
    await expect.element(page.getByRole('heading', { name: 'Shipping' })).toHaveFocus();
    // The one that was not selected stays so.
    await button(`Delete address ${OFFICE}`).click();
    await button('Undo').click();
    await expectCount(addresses(), 2);
    await expect.element(address(HOME)).toBeChecked();
  },
);

loggedInTest(
  'each deleted address keeps its place, and can be saved again there',
  async ({ shop }) => {
    const texts = [HOME, OFFICE, '1 Lane'];
    for (const text of texts) shop.saveAddress(text);
    await open('/checkout');
    await expectCount(addresses(), 3);
    const placeOf = (text: string) => page.getByText(text).element().getBoundingClientRect().y;
    const places = texts.map(placeOf);
    // The second press falls on no other address, and not on Undo.
    await pressQuickly(button(`Delete address ${HOME}`), 2);
    await expectCount(button('Undo'), 1);
    await button(`Delete address ${OFFICE}`).click();
    await expectCount(button('Undo'), 2);
    expect(placeOf('1 Lane')).toBe(places[2]);
    await button('Undo').first().click();
    await expectCount(button('Undo'), 1);
    await button('Undo').click();
    await expectCount(button('Undo'), 0);
    expect(texts.map(placeOf)).toEqual(places);
  },
);

loggedInTest('the only address is selected, and one that was just added', async ({ shop }) => {
  shop.saveAddress(HOME);
  await open('/checkout');
  await expect.element(address(HOME)).toBeChecked();
  await opener().click();
  await input().fill(` ${OFFICE} `);
  await addButton().click();
  await expect.element(address(OFFICE)).toBeChecked();
  await expectCount(selected(), 1);
});

loggedInTest(
  'coming back, the chosen address is shown alone, until it is changed or deleted',
  async ({ shop }) => {
    for (const text of [HOME, OFFICE]) shop.saveAddress(text);
    await open('/checkout');
    await selectAddress(OFFICE);
    await expectCount(addresses(), 2);
    await open('/checkout');
    await expect.element(address(OFFICE)).toBeChecked();
    await expectCount(addresses(), 1);
    await button('Change').click();
    await expectCount(addresses(), 2);
    await expect.element(page.getByRole('heading', { name: 'Shipping' })).toHaveFocus();
    await open('/checkout');
    await expectCount(addresses(), 1);
    await button(`Delete address ${OFFICE}`).click();
    await expect.element(address(HOME)).not.toBeChecked();
    await expect.element(button('Undo')).toBeVisible();
  },
);

loggedInTest('a long address says how much room is left', async () => {
  await beginAddress('x'.repeat(400));
  await expectCount(page.getByText('of 500 characters'), 0);
  await input().fill('x'.repeat(401));
  await expect.element(page.getByText('401 of 500 characters')).toBeVisible();
});

loggedInTest(
  "R2.5: the server’s message, else 'Could not delete this address. …'; the list stays",
  async ({ shop }) => {
    shop.saveAddress(HOME);
    shop.refuse(DELETE, 404, 'Address does not exist');
    await open('/checkout');
    await button('Delete').click();
    await expectToast('Address does not exist', 'error');
    shop.cutOff(DELETE);
    await button('Delete').click();
    await expectToast(`Could not delete this address. ${CHECK}`, 'error');
    await expectCount(addresses(), 1);
  },
);

loggedInTest.for([0, 400])(
  "R2.5: with status %s 'Could not fetch addresses. …'",
  async (status, { shop }) => {
    if (status === 0) shop.cutOff('GET /user/addresses');
    else shop.refuse('GET /user/addresses', status, 'Not today.');
    const calls = shop.watch('GET /user/addresses');
    await open('/checkout');
    await expectToast(`Could not fetch addresses. ${CHECK}`, 'error');
    // Nobody knows whether there are addresses.
    await expectCount(page.getByText(NONE), 0);
    await placeOrder().click();
    await expectToast(`Could not fetch addresses. ${CHECK}`);
    // The screen that opens does not begin again. A server that can't be reached is asked twice.
    expect(calls).toHaveLength(status === 0 ? 2 : 1);
    shop.saveAddress(HOME);
    await retryRepaired(shop);
    await expect.element(address(HOME)).toBeVisible();
  },
);

loggedInTest('Escape while text is being composed keeps the draft', async () => {
  await beginAddress('Kyoto');
  const composing = { key: 'Escape', isComposing: true, bubbles: true };
  input().element().dispatchEvent(new KeyboardEvent('keydown', composing));
  await expect.element(input()).toHaveValue('Kyoto');
  await userEvent.keyboard('{Escape}');
  await expectCount(input(), 0);
});
