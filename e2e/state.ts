/** What a state is, and the products that several states show. */
import type { Page } from '@playwright/test';
import { demoProduct, type Shopper } from './shopper.ts';

export interface State {
  /** The name of the state and of its picture. */
  name: string;
  /** A sentence about what is visible. */
  shows: string;
  /** Brings the page into the state. If the state needs a shopper, this one is logged in. */
  reach(page: Page, shopper: Shopper): Promise<void>;
  needsShopper: boolean;
}

export type Reach = State['reach'];

export const visitor = (
  name: string,
  shows: string,
  reach: (page: Page) => Promise<void>,
): State => ({
  name,
  shows,
  reach,
  needsShopper: false,
});
export const shopper = (name: string, shows: string, reach: Reach): State => ({
  name,
  shows,
  reach,
  needsShopper: true,
});

export const lamp = demoProduct('Studio Pendant Lamp');
export const bonsai = demoProduct('Windswept Hillside Bonsai');
export const gloves = demoProduct(
  'Ringside Training Gloves & Wrist Straps with Deep Foam Padding and Quick-Drying Lining',
);
