import type { Disposable, Page } from 'playwright-core';
import { EMPTY_WIZARD, type Wizard } from '../../../../web/features/booking/wizard/wizard.ts';

/** `reachCheckout` chooses and types these. */
const CHOSEN: Wizard = {
  ...EMPTY_WIZARD,
  services: ['womens-haircut'],
  date: '2026-11-24',
  time: '10:30 AM',
  customer: {
    ...EMPTY_WIZARD.customer,
    customer_name: 'Ada Moreau',
    customer_email: 'ada@example.com',
    customer_phone: '(925) 555-0199',
    sms_consent: true,
  },
};

/** A wizard at its checkout, filled in, as a reload finds it: tests of the checkout needn't walk there, which takes longer than they do. */
export const AT_CHECKOUT = {
  path: '/book?step=checkout',
  begin: (page: Page): Promise<Disposable> =>
    page.addInitScript(
      (stored) => {
        if (sessionStorage.getItem('began')) return;
        sessionStorage.setItem('began', 'at the checkout');
        sessionStorage.setItem('booking', stored);
      },
      JSON.stringify({ state: CHOSEN, version: 0 }),
    ),
};
