import type { ReactNode } from 'react';
import { useVisit } from '../visit.ts';

/** The narrow card of a screen before the desk. */
export function LoginCard({ title, children }: { title: string; children: ReactNode }) {
  const { shop } = useVisit();
  return (
    <main className="login surface card stack">
      <p className="secondary-text">{shop.name}</p>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
