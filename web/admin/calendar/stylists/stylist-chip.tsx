import { initialsOf, stylistName } from '../../data/stylist-name.ts';
import type { Resource } from '../plan/columns.ts';
import { colourOf, ON_COLOUR } from './colours.ts';

/** A stylist's initials in their colour. The name stands beside it, or is said in words. */
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
    className={`inline-flex shrink-0 items-center justify-center rounded-full font-semibold ${className}`}
    style={{ background: colourOf(stylist), color: ON_COLOUR }}
  >
    {initialsOf(stylist)}
  </span>
);
