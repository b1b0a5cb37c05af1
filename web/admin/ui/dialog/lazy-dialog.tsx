import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '../../../ui/loading/lazy-part.tsx';

/** A dialog whose code is loaded when it is first opened. If it can't be loaded, a toast says so, and the dialog closes. */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  const Part = lazyPart(load);
  /** `fallback` is shown while the code is loading. */
  return function LazyDialog(props: Props & { readonly fallback?: ReactNode }) {
    return <Part {...props} onFailed={props.onClose} />;
  };
}
