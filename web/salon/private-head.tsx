import { PageTitle } from './page-title.tsx';

/** Title and metadata of a page whose address is a secret: no other site and no search engine may learn of it. */
export function PrivateHead({ title }: { title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
    </>
  );
}
