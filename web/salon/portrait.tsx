import type { Portrait as OwnPortrait } from '../../src/contracts/salon/stylists.ts';
import { initials, Picture } from '../ui/picture.tsx';

/** The picture of a stylist whose name stands beside it, or their initials. */
export function Portrait({
  of: picture,
  name,
  sizes,
  className,
}: {
  of: OwnPortrait | null;
  name: string;
  /** How wide it is shown, as `sizes` writes it. */
  sizes: string;
  className: string;
}) {
  return picture ? (
    <Picture of={picture} alt="" sizes={sizes} className={`object-cover ${className}`} />
  ) : (
    <span
      aria-hidden="true"
      className={`flex items-center justify-center bg-sand font-display text-brass-deep ${className}`}
    >
      {initials(name)}
    </span>
  );
}
