import type { ReactNode } from 'react';
import { addressLine } from '../../../src/salon/address.ts';
import { useSalon } from '../salon-context.ts';

/** Leads to the salon on a map, if its address is known. */
export function Directions({ className, children }: { className: string; children: ReactNode }) {
  const { name, address } = useSalon();
  const line = addressLine(address);
  if (!line) return null;
  const query = new URLSearchParams({ api: '1', query: `${name}, ${line}` });
  return (
    <a
      href={`https://www.google.com/maps/search/?${query}`}
      target="_blank"
      rel="noreferrer"
      className={className}
    >
      {children}
    </a>
  );
}
