import { useSalon } from '../salon-context.ts';

/** The document's title, which screen readers read out first. It never contains personal data or a token. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useSalon();
  return <title>{`${children} · ${name}`}</title>;
}
