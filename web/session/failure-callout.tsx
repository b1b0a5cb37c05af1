import type { ReactNode } from 'react';
import { Callout } from '../ui/callout.tsx';
import type { Failure } from './failure.ts';

/** A failure, and below it what to do about it. */
export function FailureCallout({ failure, children }: { failure: Failure | null; children?: ReactNode }) {
  if (!failure) return null;
  return (
    <Callout tone="error">
      <p>{failure.text}</p>
      {failure.advice && <p className="mt-1">{failure.advice}</p>}
      {children && <div className="mt-1">{children}</div>}
    </Callout>
  );
}
