import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Something that is never shown again, such as a new key. The focus moves to it. */
export function ShownOnce({
  ref,
  title,
  about,
  value,
  copy,
  children,
}: {
  /** The title's, for who moves the focus there once more. */
  ref?: RefObject<HTMLHeadingElement | null>;
  title: string;
  about: ReactNode;
  value: string;
  /** Label of the button that copies it. */
  copy: string;
  /** Other actions on the secret. */
  children: ReactNode;
}) {
  const own = useRef<HTMLHeadingElement>(null);
  const heading = ref ?? own;
  useEffect(() => {
    if (value) heading.current?.focus();
  }, [value, heading]);
  return (
    <section
      aria-label={title}
      className="max-w-3xl animate-enter space-y-4 rounded-md border border-line bg-panel p-5"
    >
      <div className="space-y-1 text-sm">
        <h3
          ref={heading}
          tabIndex={-1}
          className="font-sans text-base font-semibold tracking-normal outline-none"
        >
          {title}
        </h3>
        <p className="text-stone">{about}</p>
      </div>
      <p className="rounded-md bg-sand px-3.5 py-2.5 font-mono text-sm select-all wrap-anywhere">{value}</p>
      <div className="flex flex-wrap items-center gap-3 max-sm:flex-col max-sm:items-stretch">
        <CopyButton text={value} label={copy} />
        {children}
      </div>
    </section>
  );
}
