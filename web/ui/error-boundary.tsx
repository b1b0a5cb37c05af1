import { Component, type ReactNode } from 'react';

/** Shows something else in the place of what broke while rendering. */
export class ErrorBoundary extends Component<
  { fallback: ReactNode; children: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
