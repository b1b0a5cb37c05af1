import { type ReactNode, useId } from 'react';

/** A panel of a page, with its heading. */
export function PagePanel({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div className="space-y-1">
        <h2 id={id} className="font-sans text-base font-semibold tracking-normal">
          {title}
        </h2>
        {about && <p className="max-w-3xl text-sm text-stone">{about}</p>}
      </div>
      {children}
    </section>
  );
}
