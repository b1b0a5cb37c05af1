import type { ReactNode } from 'react';
import { PageHeading } from './heading.tsx';

/** A page that consists of one message and what to do next. */
export function StatusPage({
  title,
  children,
  actions,
}: {
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="frame flex min-h-[80svh] flex-col items-center justify-center gap-6 pt-32 pb-24 text-center">
      <span aria-hidden="true" className="h-px w-16 bg-brass" />
      <PageHeading>{title}</PageHeading>
      <div className="max-w-lg text-lg text-stone [&_p]:text-balance">{children}</div>
      <div className="mt-2 flex justify-center gap-3 max-sm:flex-col sm:flex-wrap">{actions}</div>
    </div>
  );
}
