import type { ReactNode } from 'react';
import { Notice } from '../ui/notice.tsx';
import type { Failure } from './failure.ts';

/** A failure, and below it what to do about it. */
export function FailureNotice({ failure, children }: { failure: Failure | null; children?: ReactNode }) {
  if (!failure) return null;
  return (
    <Notice tone="error">
      <p>{failure.text}</p>
      {failure.advice && <p className="mt-1">{failure.advice}</p>}
      {children && <div className="mt-1">{children}</div>}
    </Notice>
  );
}
