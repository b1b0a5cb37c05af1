import type { PageName } from '../../../src/contracts/salon/pages.ts';
import { SITE_PAGES } from '../../../src/contracts/salon/site-pages.ts';
import { share } from '../../pictures/share.ts';
import { useOwnPicture, useSalon } from '../salon-context.ts';

/** The description of the picture in link previews. */
const SHARE_ALT = 'Drawn brown hair with honey-coloured strands, falling in long waves';

/** Title and metadata of a public page, for the browser's tab, search results and link previews. */
export function PageMetadata({
  name,
  title,
  description,
}: {
  name: PageName;
  title: string;
  description: string;
}) {
  const salon = useSalon();
  const address = salon.url + SITE_PAGES[name].path;
  const own = useOwnPicture('share');
  const { jpeg, width, height } = own ?? share[salon.share_card];
  const drawnAlt = salon.share_card === 'plain' ? SHARE_ALT : `${salon.name}. ${SHARE_ALT}`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={salon.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={salon.url + jpeg} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={own?.alt ?? drawnAlt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
