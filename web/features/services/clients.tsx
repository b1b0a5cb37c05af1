import type { Section } from '../../../src/contracts/salon/pages.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { textLinkClass } from '../../ui/text-link.ts';

/** The number of clients, and links to their pictures. */
export function Clients({ clients: { heading, text } }: { clients: Section }) {
  const { links } = useSalon();
  return (
    <section
      aria-labelledby="clients"
      className="frame flex flex-wrap items-end justify-between gap-x-16 gap-y-2 pb-8 md:py-28"
    >
      <div className="max-w-xl space-y-1 md:space-y-3">
        <h2 id="clients" className="text-3xl tabular-nums">
          {heading}
        </h2>
        <p className="text-balance md:text-lg text-stone">{text}</p>
      </div>
      <ul className="flex gap-8 max-sm:hidden">
        {links.facebook && (
          <li>
            <a href={links.facebook} target="_blank" rel="noreferrer" className={textLinkClass}>
              Facebook
            </a>
          </li>
        )}
        {links.instagram && (
          <li>
            <a href={links.instagram} target="_blank" rel="noreferrer" className={textLinkClass}>
              Instagram
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}
