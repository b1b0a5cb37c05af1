import { Button } from '../button.tsx';
import { Callout } from '../callout.tsx';

/** Shown instead of content that couldn't be loaded, with a button to try again. */
export function LoadError({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <Callout
      tone="error"
      actions={
        <Button look="outline" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Callout>
  );
}
