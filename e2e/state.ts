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

export const headphones = demoProduct('Studio Wireless Headphones');
export const guitar = demoProduct('Backstage Electric Guitar');
export const snorkel = demoProduct(
  'Reef Explorer Snorkel & Mask Set with Wide-View Lens and Soft Silicone Mouthpiece',
);
