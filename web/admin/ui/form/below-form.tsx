import type { ReactNode } from 'react';
import { keepToastsOff } from '../dialog/keep-toasts-off.ts';

/** Stands below a form on a page, where the buttons were that have saved it, and stays in view. It moves nothing. */
export const BelowForm = ({ children }: { children: ReactNode }) => (
  <div
    ref={keepToastsOff}
    className="sticky bottom-0 z-20 w-fit max-w-full py-3 *:shadow-md max-md:bottom-14 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
  >
    {children}
  </div>
);
