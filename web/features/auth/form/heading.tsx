import { type ReactNode, useEffect, useRef } from 'react';
import { PageTitle } from '../../../salon/page-title.tsx';
import { PageHeading } from '../../../ui/heading.tsx';

/** The first step of a visit leaves the focus to the browser. */
let isFirst = true;

/** Heading and title of a step. It takes the focus where the step before had it, whose fields are gone. */
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
    if (!isFirst && document.activeElement === document.body) heading.current?.focus();
    isFirst = false;
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
