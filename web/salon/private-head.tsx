import { PageTitle } from './page-title.tsx';

/** Of a page whose address is a secret: told to no other site, and to no search engine. */
export function PrivateHead({ title }: { title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
    </>
  );
}
