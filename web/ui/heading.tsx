import type { ReactNode, Ref } from 'react';

/** The page's `h1`. Focusable from code, so that a change of page is announced where it begins. */
export function PageHeading({
  children,
  className = '',
  ref,
}: {
  children: ReactNode;
  className?: string;
  ref?: Ref<HTMLHeadingElement>;
}) {
  return (
    <h1 ref={ref} tabIndex={-1} className={`text-2xl ${className}`}>
      {children}
    </h1>
  );
}
