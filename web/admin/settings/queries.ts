import type { SectionName, Sections } from '../../../src/contracts/settings/sections.ts';
import {
  changeSettings,
  getFormerTexts,
  getSettings,
  type ShownSection,
} from '../../../src/contracts/settings/settings.ts';
import { call } from '../../api.ts';
import { loadClient } from '../../session/load.ts';
import { defineCommand } from '../data/command.ts';
import { defineQuery } from '../data/query.ts';
import { type Topic, topicOf } from '../data/topics.ts';

/** Each section comes with what words in braces stand for, which other sections may change. */
const ALL: Topic = 'settings';

const readSection = (
  section: SectionName,
  options: { readonly token: string },
): Promise<ShownSection<SectionName>> =>
  call(getSettings[section] as (typeof getSettings)['salon'], options) as Promise<ShownSection<SectionName>>;

export const SECTION = defineQuery({
  name: 'settings',
  about: (): Topic[] => [ALL],
  load: (section: SectionName, { after: _, ...options }) => readSection(section, options),
});

export const FORMER_TEXTS = defineQuery({
  name: 'former-texts',
  about: (): Topic[] => [ALL],
  load: (_input: 'now', { after: _, ...options }) => call(getFormerTexts, options),
});

/** A section as it is at this moment, whatever is shown. */
export async function loadSection(section: SectionName): Promise<ShownSection<SectionName>> {
  const { asUser } = await loadClient();
  return asUser((token) => readSection(section, { token }));
}

export const CHANGE_SECTION = defineCommand({
  name: 'change-settings',
  thing: ({ section }) => topicOf('settings', section),
  send: (
    { section, changes }: { readonly section: SectionName; readonly changes: Partial<Sections[SectionName]> },
    options,
  ) =>
    call(changeSettings[section] as (typeof changeSettings)['salon'], {
      ...options,
      body: changes as Partial<Sections['salon']>,
    }),
});
