import { Link } from 'react-router-dom';

/** A link to the wizard with this service, or with a wish if the catalogue doesn't have it. */
export function BookLink({ service, name }: { service: string | undefined; name: string }) {
  return (
    <Link
      to={`/book?${new URLSearchParams(service ? { service } : { wish: name })}`}
      aria-label={`Book ${name}`}
      className="-mr-2 flex min-h-11 items-center px-2 font-medium text-brass-deep underline decoration-brass/50 underline-offset-4 hover:text-ink hover:decoration-ink"
    >
      Book
    </Link>
  );
}
