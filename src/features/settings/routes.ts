import { SECTIONS, type SectionName, type Sections } from '../../contracts/settings/sections.ts';
import { changeSettings, getFormerTexts, getSettings } from '../../contracts/settings/settings.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { versioned } from '../../http/operation/answer.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { givenFields } from '../given-fields.ts';
import type { SettingsCommands } from './commands.ts';
import { formerTexts, replacements, salonsSoFar } from './former-texts.ts';

interface SettingsRoutesDeps {
  readonly on: Mount;
  readonly log: Pick<EventStore, 'read'>;
  readonly commands: SettingsCommands;
  readonly salonOfFile: Sections['salon'];
  variables(): Promise<Readonly<Record<string, string>>>;
}

/** Routes by which staff read and change what the salon says of itself. */
export function settingsRoutes(deps: SettingsRoutesDeps): void {
  const { on, log, commands, salonOfFile, variables } = deps;
  on(getFormerTexts, async () => {
    const now = await commands.readAll();
    const salons = await salonsSoFar(log, salonOfFile);
    return { body: { texts: formerTexts(now, replacements(now.salon, salons)) } };
  });
  for (const section of SECTIONS) {
    // The types of a section's operations and of its settings are unions here, which can't express that they belong together.
    on(getSettings[section] as (typeof getSettings)['salon'], async () => {
      return versioned({ ...(await commands.read(section as 'salon')), variables: await variables() });
    });
    on(changeSettings[section] as (typeof changeSettings)['salon'], async ({ body, run }) => {
      const changes = givenFields(body) as Partial<Sections[SectionName]>;
      return versioned(await commands.change(section as SectionName, changes, { ...run, thing: section }));
    });
  }
}
