import { initialsOf, stylistName } from '../../data/stylist-name.ts';
import { colourOf, ON_COLOUR } from './colours.ts';
import type { Resource } from './resources.ts';

/** A stylist's initials in their colour. The name stands beside it, or is said in words; so the initials are no text, which would be read, too. */
export const StylistChip = ({
  stylist,
  className = 'size-4 text-[0.5625rem]',
}: {
  stylist: Resource;
  className?: string;
}) => (
  <span
    aria-hidden="true"
    title={stylistName(stylist)}
    data-initials={initialsOf(stylist)}
    className={`inline-flex shrink-0 items-center justify-center rounded-full font-semibold before:content-[attr(data-initials)] ${className}`}
    style={{ background: colourOf(stylist), color: ON_COLOUR }}
  />
);
