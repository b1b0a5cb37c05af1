import type { ReactNode, Ref } from 'react';

/** The page's `h1`. It can be focused by code, so that screen readers announce a new page from its heading on. */
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
