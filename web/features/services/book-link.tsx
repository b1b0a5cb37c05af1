import { Link } from 'react-router-dom';

/** Opens the wizard with this service selected. */
export function BookLink({ service, name }: { service: string; name: string }) {
  return (
    <Link
      to={`/book?${new URLSearchParams({ service })}`}
      aria-label={`Book ${name}`}
      className="-mr-2 flex min-h-11 items-center px-2 font-medium text-brass-deep underline decoration-brass/50 underline-offset-4 hover:text-ink hover:decoration-ink"
    >
      Book
    </Link>
  );
}
