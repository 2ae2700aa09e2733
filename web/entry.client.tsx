import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A screen is changed in one task and one frame: docs/decisions/028-changes-of-screen.md */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  );
});
