/** What the tests of the cart share: three products, and the parts of the cart panel. */
import { demoProduct } from './demo-products.ts';
import { button, card, cartLine, cartPanel, expect, stepper } from './screen.tsx';

export const CHANGE = 'POST /cart';
export const ALREADY_THERE =
  'Item already in cart. use the cart sidebar to update quantity or remove item';
export const sneakers = demoProduct('Summit Leather High-Tops');
export const bonsai = demoProduct('Windswept Hillside Bonsai');
export const tennisBall = demoProduct('Lucky Court Tennis Ball');

/** The button of the sneakers. */
export const add = () => button('ADD TO CART', card(sneakers.name));
export const increase = (name: string) => button('Increase', cartLine(name));
export const decrease = (name: string) => button('Decrease', cartLine(name));
export const lines = () => cartPanel().getByRole('listitem');

export async function expectTotal(amount: string): Promise<void> {
  await expect.element(cartPanel()).toMatchTextContent(`Order total${amount}`);
}

export async function expectQuantity(name: string, qty: number): Promise<void> {
  await expect.element(stepper(cartLine(name))).toHaveTextContent(qty);
}
