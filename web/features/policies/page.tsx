import { Fragment } from 'react';
import type { PolicyPage as Policy } from '../../../src/contracts/salon/pages.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { SalonPage } from '../../salon/page/salon-page.tsx';
import { useSalon } from '../../salon/salon-context.ts';
import { PageHeading } from '../../ui/heading.tsx';

export const TermsPage = () => <PolicyPage name="terms" />;
export const PrivacyPage = () => <PolicyPage name="privacy" />;

/** A page of policy text, with a table of contents and a print layout. */
function PolicyPage({ name }: { name: 'terms' | 'privacy' }) {
  return (
    <SalonPage name={name}>
      {({ heading, text, effective, sections }) => (
        <div className="frame pt-32 pb-24 md:pt-44 print:max-w-none print:p-0">
          <header className="mb-12 max-w-2xl space-y-5 print:mb-8">
            <PageHeading className="text-3xl print:text-2xl">{heading}</PageHeading>
            <p className="text-lg text-balance text-stone">{text}</p>
            <p className="text-sm text-stone">In effect since {formatDate(effective)}</p>
          </header>
          <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[16rem_minmax(0,1fr)] print:block">
            <Contents sections={sections} />
            <div className="max-w-[38rem] print:max-w-none print:text-sm">
              {sections.map((section, index) => (
                <Clause key={section.heading} section={section} number={index + 1} />
              ))}
            </div>
          </div>
        </div>
      )}
    </SalonPage>
  );
}

type Section = Policy['sections'][number];

/** `service-guarantee`: made from the heading, so that links stay valid when sections are added before it. */
const anchorOf = ({ heading }: Section) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="On this page" className="print:hidden">
      <ol className="gap-x-12 sm:max-lg:columns-2 lg:sticky lg:top-28">
        {sections.map((section, index) => (
          <li key={section.heading} className="border-l border-line transition-colors hover:border-brass">
            <a
              href={`#${anchorOf(section)}`}
              className="flex min-h-11 items-center gap-3 px-5 text-stone hover:text-ink"
            >
              <span aria-hidden="true" className="w-4 text-sm tabular-nums">
                {index + 1}
              </span>
              {section.heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Clause({ section, number }: { section: Section; number: number }) {
  const id = anchorOf(section);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="scroll-mt-28 border-t border-line py-8 first:border-t-0 first:pt-0 print:border-0 print:py-2"
    >
      <h2 id={`${id}-heading`} className="mb-4 flex gap-4 text-xl break-after-avoid print:mb-2 print:text-lg">
        <span aria-hidden="true" className="text-brass tabular-nums">
          {number}
        </span>
        {section.heading}
      </h2>
      <div className="space-y-4 print:space-y-2">
        {section.body.map((part) =>
          typeof part === 'string' ? (
            <p key={part}>
              <Words of={part} />
            </p>
          ) : (
            <ul key={part[0]} className="list-disc space-y-2 pl-5 marker:text-brass print:space-y-1">
              {part.map((point) => (
                <li key={point} className="pl-1">
                  <Words of={point} />
                </li>
              ))}
            </ul>
          ),
        )}
      </div>
    </section>
  );
}

/** A text in which the salon's phone number is a link and never breaks into two lines. */
function Words({ of: words }: { of: string }) {
  const { phone, phone_e164 } = useSalon();
  if (!phone) return words;
  const [before, ...after] = words.split(phone);
  return (
    <>
      {before}
      {after.map((rest) => (
        <Fragment key={rest}>
          <a href={`tel:${phone_e164}`} className="whitespace-nowrap underline underline-offset-4">
            {phone}
          </a>
          {rest}
        </Fragment>
      ))}
    </>
  );
}
