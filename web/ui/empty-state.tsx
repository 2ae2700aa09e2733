import { lazy, type ReactNode, Suspense } from 'react';
import styles from './empty-state.module.css';
import type { SceneName } from './scenes.tsx';

const importScenes = () => import('./scenes.tsx');

/** Loads the drawings, which only states without content need. Without them only the words are shown. */
export function loadScenes(): void {
  importScenes().catch(() => {});
}

const Scene = lazy(() => importScenes().catch(() => ({ default: () => null })));

/** A drawing and some words, for a screen or a part without content. */
export function EmptyState({ scene, children }: { scene: SceneName; children: ReactNode }) {
  return (
    <div className={`stack gap-3 centred ${styles.empty}`}>
      <svg className={styles.scene} viewBox="0 0 160 112" aria-hidden="true">
        <Suspense>
          <Scene name={scene} />
        </Suspense>
      </svg>
      {children}
    </div>
  );
}
