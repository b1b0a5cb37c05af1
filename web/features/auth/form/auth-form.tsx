import type { ReactNode } from 'react';
import type { Failure } from '../../../session/failure.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { Button } from '../../../ui/button.tsx';

/** A form of the sign-in page: the failure above, fields, and one button. */
export function AuthForm({
  onSubmit,
  failure,
  help,
  busy,
  action,
  busyAction,
  children,
  below,
}: {
  onSubmit: (event: React.FormEvent) => void;
  failure: Failure | null;
  /** Advice about the failure, if only this form knows it. */
  help?: ReactNode;
  busy: boolean;
  action: string;
  busyAction: string;
  children?: ReactNode;
  below?: ReactNode;
}) {
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-5">
      <FailureCallout failure={failure}>{help}</FailureCallout>
      {children}
      <Button type="submit" aria-disabled={busy} className="w-full">
        {busy ? busyAction : action}
      </Button>
      {below}
      <p className="sr-only" role="status">
        {busy ? busyAction : ''}
      </p>
    </form>
  );
}
