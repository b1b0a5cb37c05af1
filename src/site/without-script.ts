import { type Html, html } from '../adapters/html.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';

/** The page for browsers without scripts, in place of a page that needs them. It uses the same class names as the pages. */
export const withoutScript = ({ name, phone, phone_e164 }: SalonProfile): Html => html`
<main class="frame max-w-3xl space-y-6 pt-28 pb-20">
  <p class="font-display text-xl">${name}</p>
  <h1 class="text-2xl">This page needs JavaScript</h1>
  <p class="text-lg text-stone">Please switch it on for this site and load the page again. Or call us: we look up, move and cancel appointments by phone as well.</p>
  <p class="flex flex-wrap gap-3">
    ${phone ? html`<a href="tel:${phone_e164}" class="inline-flex min-h-12 items-center justify-center rounded-md px-6 py-2 font-medium bg-action text-on-action">${phone}</a>` : null}
    <a href="/" class="inline-flex min-h-12 items-center justify-center rounded-md px-6 py-2 font-medium border border-stone/50">Go Home</a>
  </p>
</main>`;
