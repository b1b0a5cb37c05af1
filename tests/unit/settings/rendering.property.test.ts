import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlOf, textOf } from '../../../src/adapters/mail/layout.ts';
import { senderOf } from '../../../src/adapters/mail/sender.ts';
import { liveProfile } from '../../../src/adapters/salon-profile/live-profile.ts';
import { readSalonProfile, type SalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
import { USUAL_KINDS } from '../../../src/contracts/messages/message-words.ts';
import { getPage, type PageName } from '../../../src/contracts/salon/pages.ts';
import { type Salon, SalonCard, Salon as SalonSchema } from '../../../src/contracts/salon/salon.ts';
import type { SectionName, Sections } from '../../../src/contracts/settings/sections.ts';
import { TYPED_SECTIONS } from '../../../src/contracts/settings/settings.ts';
import { mailContent } from '../../../src/features/messages/mails/mail-content.ts';
import { usualMailsOf, usualTextsOf } from '../../../src/features/messages/rules.ts';
import { createTextOf } from '../../../src/features/messages/texts/templates.ts';
import { addressLine } from '../../../src/salon/address.ts';
import { smsConsentText } from '../../../src/salon/sms-consent.ts';
import { loadSiteBuild } from '../../../src/site/build.ts';
import { emptyDocument, pageDocument } from '../../../src/site/document.ts';
import { pageContent } from '../../../src/site/page-content.ts';
import { contentAt } from '../../../src/site/public-content.ts';
import { NOT_FOUND, PRERENDERED } from '../../../src/site/rendered-pages.ts';
import { structuredData } from '../../../src/site/structured-data.ts';
import { withoutScript } from '../../../src/site/without-script.ts';
import { randomSections } from '../../support/settings/random-sections.ts';

/** Any settings that staff may save render: no page, mail or text fails over them, or breaks its limits. */

const URL = 'https://www.salon.example';
const file = await readSalonProfile();
const build = await loadSiteBuild();

/** The profile after these sections were sent, as the contract takes them. */
function profileWith(sections: Partial<Sections>): SalonProfile {
  const saved = Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [
      name,
      TYPED_SECTIONS[name as SectionName].parse(section),
    ]),
  );
  const onFailure = (error: unknown) => {
    throw error;
  };
  return liveProfile({ file, sample: file, isPublic: false, saved: () => saved, onFailure })();
}

async function renderAll(profile: SalonProfile): Promise<void> {
  const salon: Salon = {
    ...SalonCard.parse(profile),
    url: URL,
    opening_hours: [],
    special_hours: [],
    pictures: [],
  };
  expect(SalonSchema.safeParse(JSON.parse(JSON.stringify(salon))).error).toBeUndefined();
  const pages = pageContent(profile);
  for (const [name, content] of Object.entries(pages))
    expect(getPage[name as PageName].answer.body.safeParse(content).error).toBeUndefined();
  const content = {
    salon: async () => salon,
    serviceList: async () => [],
    page: async (name: PageName) => pages[name],
  };
  for (const path of [...PRERENDERED, NOT_FOUND]) {
    const rendered = await build.renderPage(path, (asked) => contentAt(content, asked));
    const data = structuredData(profile, 'services', { url: URL, image: URL, week: [], special: [] });
    const page = pageDocument(build.template, rendered, data);
    expect(page).not.toContain('<script>alert');
    for (const [, json = ''] of page.matchAll(
      /<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs,
    ))
      JSON.parse(json);
  }
  emptyDocument(build.template, profile.name, withoutScript(profile));
}

function writeAll(profile: SalonProfile): void {
  const { name, phone, phone_e164, address, messages } = profile;
  const brand = { name, address: addressLine(address), phone, phoneE164: phone_e164, publicUrl: URL };
  const slot = { date: '2026-09-30', start: 750, end: 810 };
  const write = createTextOf({ texts: () => usualTextsOf(messages), linkOf: () => `${URL}/b/ABCDEFGHIJKL` });
  const links = { manage: URL, book: URL };
  for (const kind of USUAL_KINDS) {
    const text = write(kind, { id: 'any', slot });
    expect(text.length).toBeLessThanOrEqual(1_600);
    expect(text).not.toBe('');
    const told = { slot, services: ['Updo', 'Perm'], isCancelled: kind === 'cancelled' };
    const content = mailContent(kind, { salon: name, usual: usualMailsOf(messages) }, told, links);
    expect(content.subject).not.toMatch(/[\r\n]/);
    expect(content.subject.length).toBeLessThanOrEqual(900);
    expect(htmlOf(content, brand)).not.toContain('<script>alert');
    textOf(content, brand);
  }
  expect(senderOf({ mailFrom: undefined }, profile, URL).name).not.toMatch(/[\r\n]/);
  expect(smsConsentText(name).length).toBeLessThanOrEqual(1_000);
  expect(() => new Intl.DateTimeFormat('en', { timeZone: profile.time_zone })).not.toThrow();
}

describe('settings', () => {
  it('render every page and write every mail and text with anything that staff may save', async () => {
    await fc.assert(
      fc.asyncProperty(randomSections, async (sections) => {
        // Settings that would make a text too long are refused, and so are never rendered.
        fc.pre(
          Object.entries(sections).every(
            ([name, section]) => TYPED_SECTIONS[name as SectionName].safeParse(section).success,
          ),
        );
        const profile = profileWith(sections);
        await renderAll(profile);
        writeAll(profile);
      }),
      { numRuns: 60 },
    );
  });

  it('are refused only where they break a rule: most that people may type are taken', () => {
    const counts = { taken: 0, refused: 0 };
    for (const sections of fc.sample(randomSections, { numRuns: 200, seed: 7 }))
      for (const [name, section] of Object.entries(sections)) {
        const { success } = TYPED_SECTIONS[name as SectionName].safeParse(section);
        counts[success ? 'taken' : 'refused'] += 1;
      }
    expect(counts.taken).toBeGreaterThan(9 * counts.refused);
  });
});
