import type { ReactNode } from 'react';

/** Details that only a technician needs, in small letters. */
export const Technical = ({ children }: { children: ReactNode }) => (
  <span className="block font-mono text-xs text-stone wrap-anywhere">{children}</span>
);
