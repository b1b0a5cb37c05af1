import { PageTitle } from './page-title.tsx';

/** Title and metadata of a page whose address is a secret, which no other site and no search engine may get. */
export function PrivateMetadata({ title }: { title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
    </>
  );
}
