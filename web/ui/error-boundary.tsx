import { Component, type ReactNode } from 'react';
import { LoadFailure } from './loaded.tsx';

interface ErrorBoundaryProps {
  /** What is shown in it. */
  what: string;
  children: ReactNode;
}

/** Keeps a part of the page that fails from taking the rest with it. React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };

  override render(): ReactNode {
    const { what, children } = this.props;
    if (!this.state.hasFailed) return children;
    return <LoadFailure what={what} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}
