import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';

/** Shown instead of content that couldn't be loaded, with a button to try again. */
export function LoadError({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <Notice
      tone="error"
      actions={
        <Button look="outline" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
