import { useSalon } from './salon-context.ts';

/** The salon's pages at social networks, as items of a list. */
export function SocialLinks({ className }: { className: string }) {
  const { facebook, instagram } = useSalon().links;
  const pages = { Facebook: facebook, Instagram: instagram };
  return Object.entries(pages).map(
    ([name, address]) =>
      address && (
        <li key={name}>
          <a href={address} target="_blank" rel="noreferrer" className={className}>
            {name}
          </a>
        </li>
      ),
  );
}
