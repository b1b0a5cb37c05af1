import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import { toastError } from '../toast/toast.tsx';
import { LoadError } from './load-error.tsx';

interface PartProps {
  /** Shown while the code is loading. */
  readonly fallback?: ReactNode;
  /** Called when it can't be loaded, for example to close a dialog; a toast then says so. Without this, the part says so itself. */
  readonly onFailed?: () => void;
}

/** After a new release the code that this page asks for is gone; then only loading the page anew helps. */
const whatToDo = () =>
  navigator.onLine
    ? 'Please try again, or reload the page: there may be a new version of it.'
    : 'Please check your connection and try again.';

/**
 * A part of a screen whose code is loaded when it is first shown. If it can't be loaded, for example without a network, the rest of
 * the screen keeps all that was typed, and the part can be tried again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;

  return function LazyPart({ fallback = null, onFailed, ...props }: Props & PartProps) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const [failed, setFailed] = useState(false);

    // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try, with whatever `onFailed` it begins.
    useEffect(() => {
      if (Loaded || failed) return;
      let isShown = true;
      load().then(
        (part) => {
          Loaded = part;
          if (isShown) redraw();
        },
        () => {
          if (!isShown) return;
          if (!onFailed) return setFailed(true);
          toastError('This couldn’t be loaded', whatToDo());
          onFailed();
        },
      );
      return () => {
        isShown = false;
      };
    }, [failed]);

    if (Loaded) return <Loaded {...(props as unknown as Props)} />;
    if (!failed) return fallback;
    return <LoadError onRetry={() => setFailed(false)}>{`This couldn’t be loaded. ${whatToDo()}`}</LoadError>;
  };
}
