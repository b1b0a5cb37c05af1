import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** A form of the sign-in page: the failure above, fields, and one button. */
export function AuthForm({
  onSubmit,
  failure,
  busy,
  action,
  busyAction,
  children,
  below,
}: {
  onSubmit: (event: React.FormEvent) => void;
  failure: string | null;
  busy: boolean;
  action: string;
  busyAction: string;
  children?: ReactNode;
  below?: ReactNode;
}) {
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-5">
      {failure && <Notice tone="error">{failure}</Notice>}
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
