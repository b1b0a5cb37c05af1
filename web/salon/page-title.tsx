import { useSalon } from './salon-context.ts';

/** The document's title; also what screen readers say first. Never holds personal data or a token. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useSalon();
  return <title>{`${children} · ${name}`}</title>;
}
