import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import { toastError } from '../toast/toast.tsx';
import { LoadError } from './load-error.tsx';

interface PartProps {
  /** Shown while the code is loading. */
  readonly fallback?: ReactNode;
  /** Called if it can't be loaded, after a toast has said so. Without it, the part itself says so, with a button to try again. */
  readonly onFailed?: () => void;
}

/** After a new release the code that this page asks for is gone; then only loading the page anew helps. */
const whatToDo = () =>
  navigator.onLine
    ? 'Please try again, or reload the page: there may be a new version of it.'
    : 'Please check your connection and try again.';

/**
 * A part of a screen whose code is loaded when it is first shown. Where it can't be loaded, as without a network, the rest of the screen
 * stays as it is with all that was typed, and the part can be tried again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;

  return function LazyPart({ fallback = null, onFailed, ...props }: Props & PartProps) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const [failed, setFailed] = useState(false);

    // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once for each try, whatever is done after it.
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
