import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageMeta } from './page-meta.tsx';
import styles from './shopper-screen.module.css';

interface ShopperScreenProps {
  heading: string;
  description: string;
  /** The other screen of the shopper. */
  to: '/orders' | '/account';
  linkText: string;
  children: ReactNode;
}

/** The frame of the orders and of the account. Its heading is there from the start, to get the focus. */
export function ShopperScreen(props: ShopperScreenProps) {
  const { heading, description, to, linkText, children } = props;
  return (
    <div className={`stack gap-6 ${styles.screen}`}>
      <PageMeta title={heading} description={description} />
      <div className="row spread baseline">
        <h1>{heading}</h1>
        <Link to={to}>{linkText}</Link>
      </div>
      {children}
    </div>
  );
}
