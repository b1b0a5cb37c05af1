import { type ReactNode, useId } from 'react';

/** Fields that belong together: what they are about on the left, the fields on the right. */
export function Group({
  title,
  about,
  words = [],
  children,
}: {
  title: string;
  about?: ReactNode;
  /** Words in braces that the texts may contain. */
  words?: readonly string[];
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-line py-6 first:border-0 first:pt-0 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10"
    >
      <div className="space-y-1.5">
        <h2 id={id} className="font-sans text-base font-semibold tracking-normal">
          {title}
        </h2>
        {about && <p className="text-sm text-stone">{about}</p>}
        {words.length > 0 && (
          <ul className="flex flex-wrap gap-1 pt-1">
            {words.map((word) => (
              <li key={word} className="rounded-sm bg-sand px-1.5 py-0.5 text-xs">{`{${word}}`}</li>
            ))}
          </ul>
        )}
      </div>
      {/* Fields of several lines are as high as their texts. */}
      <div className="grid min-w-0 max-w-2xl content-start gap-4 wrap-anywhere sm:grid-cols-2 [&_textarea]:contain-inline-size [&_textarea]:field-sizing-content [&_textarea]:max-h-[70svh] [&_textarea]:min-h-19 [&_textarea]:pointer-coarse:min-h-22 [&>*]:sm:col-span-2 [&>.half]:sm:col-span-1">
        {children}
      </div>
    </section>
  );
}
