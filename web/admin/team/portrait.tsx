import type { AdminStylist } from '../../../src/contracts/salon/admin-stylists.ts';
import { initialsOf } from '../data/stylist-name.ts';

/** A stylist's picture, or initials in its place. The name stands beside it. */
export const Portrait = ({ stylist }: { stylist: Pick<AdminStylist, 'name' | 'picture'> }) =>
  stylist.picture ? (
    <img
      src={stylist.picture.jpeg}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      className="size-10 shrink-0 rounded-full bg-sand object-cover"
    />
  ) : (
    <span
      aria-hidden="true"
      className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-sand text-sm font-medium text-stone"
    >
      {initialsOf(stylist)}
    </span>
  );
