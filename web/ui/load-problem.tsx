import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Something couldn't be loaded, in the place where it would stand, and the way to try again. */
export function LoadProblem({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <Notice
      tone="problem"
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
