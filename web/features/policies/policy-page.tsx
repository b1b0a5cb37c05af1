import { PageHeading } from '../../ui/heading.tsx';
import { PageTitle } from '../shell/page-title.tsx';

export interface Clause {
  title: string;
  text: string;
}

/** A page of policy text, set to be read. */
export function PolicyPage({ title, intro, clauses }: { title: string; intro: string; clauses: Clause[] }) {
  return (
    <article className="frame max-w-3xl pt-28 pb-20 lg:pt-36">
      <PageTitle>{title}</PageTitle>
      <PageHeading>{title}</PageHeading>
      <p className="mt-4 text-lg text-stone">{intro}</p>
      <div className="mt-10 divide-y divide-line border-y border-line">
        {clauses.map((clause) => (
          <section key={clause.title} className="grid gap-2 py-6 sm:grid-cols-[12rem_1fr] sm:gap-8">
            <h2 className="text-lg">{clause.title}</h2>
            <p>{clause.text}</p>
          </section>
        ))}
      </div>
    </article>
  );
}
