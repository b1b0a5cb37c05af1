import { type ReactNode, useEffect, useRef } from 'react';
import { PageTitle } from '../../../salon/page/page-title.tsx';
import { PageHeading } from '../../../ui/heading.tsx';

/** Heading and title of a step. It gets the focus unless a field has it, since the previously focused element is gone. */
export function StepHeading({
  title,
  account,
  children,
}: {
  title: string;
  /** The address of the account that the step is about. */
  account?: string | undefined;
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <header className="space-y-3">
      <PageTitle>{title}</PageTitle>
      <PageHeading ref={heading} className="outline-none">
        {title}
      </PageHeading>
      {children && <p className="text-stone">{children}</p>}
      {account && (
        <p className="text-sm text-stone">
          Your account: <span className="wrap-anywhere text-ink">{account}</span>
        </p>
      )}
    </header>
  );
}
