import { Link } from 'react-router-dom';
import type { PageContent, TeamMember } from '../../../src/contracts/salon/pages.ts';
import { Portrait } from '../../salon/portrait.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { textLinkClass } from '../../ui/text-link.ts';

/** The stylists among whom visitors can choose, each with a link that books them. */
export function Stylists({
  team: { heading, text, members },
}: {
  team: NonNullable<PageContent['home']['team']>;
}) {
  // Two or three stand beside the heading, so that no half of a row stays empty.
  const isBeside = members.length <= 3;
  return (
    <section
      aria-labelledby="team"
      className={`frame pt-20 md:pt-28 ${isBeside ? 'gap-x-12 lg:grid lg:grid-cols-[minmax(0,1fr)_auto]' : ''}`}
    >
      <SectionHeading id="team" heading={heading} text={text} className="mb-8 md:mb-10" />
      <ul
        className={`grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-3 ${isBeside ? 'lg:auto-cols-[17rem] lg:grid-flow-col lg:grid-cols-none' : 'lg:grid-cols-4'}`}
      >
        {members.map(
          (member) =>
            member.stylist && (
              <Member key={member.stylist.id} name={member.name} title={member.text} {...member.stylist} />
            ),
        )}
      </ul>
    </section>
  );
}

function Member({
  name,
  title,
  id,
  picture,
}: {
  name: string;
  title: string;
} & NonNullable<TeamMember['stylist']>) {
  return (
    <li>
      <Portrait
        of={picture}
        name={name}
        sizes="(min-width: 64rem) 17rem, (min-width: 48rem) 30vw, 45vw"
        className="aspect-square w-full rounded-md text-3xl"
      />
      <p className="mt-4 font-display text-lg leading-6 wrap-anywhere">{name}</p>
      {title && <p className="mt-1 text-stone wrap-anywhere">{title}</p>}
      <Link to={`/book?stylist=${id}`} className={`mt-1 ${textLinkClass}`}>
        Book with {name}
      </Link>
    </li>
  );
}
