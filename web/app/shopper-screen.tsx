import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Spinner } from '../ui/spinner.tsx';
import { PageMeta } from './page-meta.tsx';
import styles from './shopper-screen.module.css';

/** The two screens of a shopper, which link to each other. */
const screens = {
  orders: { heading: 'Your orders', description: 'What you ordered, and what became of it.' },
  account: {
    heading: 'Your account',
    description: 'Your wallet, your password and your sessions.',
  },
};

interface ShopperScreenProps {
  name: keyof typeof screens;
  /** The screen is loading if left out. */
  children?: ReactNode;
}

/** The frame of the orders and of the account. Its heading is there from the start, to get the focus. */
export function ShopperScreen({ name, children }: ShopperScreenProps) {
  const { heading, description } = screens[name];
  const other = name === 'orders' ? 'account' : 'orders';
  return (
    <div className={`stack gap-6 ${styles.screen}`}>
      <PageMeta title={heading} description={description} />
      <div className="row spread baseline">
        <h1>{heading}</h1>
        <Link to={`/${other}`}>{screens[other].heading}</Link>
      </div>
      {children ?? <Spinner label={`Loading your ${name}`} />}
    </div>
  );
}
