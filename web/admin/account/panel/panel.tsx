import { type ReactNode, type Ref, useId } from 'react';

/** One section of the account page: the description on the left, the actions on the right. */
export function Panel({
  title,
  about,
  heading,
  children,
}: {
  title: string;
  about: string;
  /** Gets the focus when the focused element is removed. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-6 border-t border-line py-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10"
    >
      <div className="space-y-1.5">
        <h2
          id={id}
          ref={heading}
          tabIndex={-1}
          className="font-sans text-base font-semibold tracking-normal outline-none"
        >
          {title}
        </h2>
        <p className="text-sm text-stone">{about}</p>
      </div>
      <div className="min-w-0 max-w-2xl space-y-5">{children}</div>
    </section>
  );
}

/** Rows with a line between them. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-panel">
      {children}
    </ul>
  );
}

/** A row: title, details and actions. */
export function Row({
  title,
  detail,
  mark,
  children,
}: {
  title: string;
  /** Parts of one line, which wraps only between them. */
  detail: readonly string[];
  /** The text of a badge. */
  mark?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {title}
          {mark && (
            <span className="rounded-full bg-good-tint px-2.5 py-0.5 text-sm font-medium text-good">
              {mark}
            </span>
          )}
        </p>
        <p className="overflow-x-clip text-sm text-stone tabular-nums">
          {/* The dots stand before the parts, so that those at the beginning of a line are cut off. */}
          <span className="-ml-4 flex flex-wrap">
            {detail.map((part, index) => (
              <span key={part} className="relative pl-4 wrap-anywhere">
                {index > 0 && <span className="absolute left-0 w-4 text-center">·</span>}
                {part}
              </span>
            ))}
          </span>
        </p>
      </div>
      {children && <div className="flex items-center gap-5">{children}</div>}
    </li>
  );
}
