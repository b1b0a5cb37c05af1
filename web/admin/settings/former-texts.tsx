import { type ReactNode, useState } from 'react';
import { SECTION_WORDS } from '../../../src/contracts/settings/section-words.ts';
import type { SectionName, Sections } from '../../../src/contracts/settings/sections.ts';
import type { FormerText } from '../../../src/contracts/settings/settings.ts';
import { Callout } from '../../ui/callout.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { fieldText } from '../history/history-text.ts';
import { AdminButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { BelowForm } from '../ui/form/below-form.tsx';
import { countText } from '../ui/number-text.ts';
import { rememberedChoice } from '../ui/remembered-choice.ts';
import { valueAt, withValueAt } from './form/paths.ts';
import { CHANGE_SECTION, FORMER_TEXTS, loadSection } from './queries.ts';
import { useReloadSalon } from './use-reload-salon.ts';

/** The texts that staff want to keep in this browser, so that they aren't asked about them again. */
const left = rememberedChoice('former-texts-left');

const nameOf = ({ section, path }: FormerText) =>
  `${SECTION_WORDS[section]} · ${fieldText(String(path.findLast((part) => typeof part === 'string')))}`;

/** The fields of a section that differ once its former texts are replaced. What somebody has changed meanwhile stays as it is. */
function replacedIn(settings: Sections[SectionName], texts: readonly FormerText[]) {
  const next = texts.reduce<unknown>(
    (value, { path, text, instead }) =>
      valueAt(value, path) === text ? withValueAt(value, path, instead) : value,
    settings,
  );
  const fields = new Set(texts.map(({ path: [field = ''] }) => field));
  return Object.fromEntries([...fields].map((field) => [field, valueAt(next, [field])]));
}

/**
 * Says which texts still have the salon's former name, place or phone, after a change of those, and replaces them.
 *
 * @param otherwise stands there if there are none
 */
export function FormerTexts({ otherwise }: { otherwise: ReactNode }) {
  const texts = useAdminQuery(FORMER_TEXTS, 'now').data?.texts ?? [];
  const { send } = useCommand(CHANGE_SECTION);
  const reloadSalon = useReloadSalon();
  const [isOpen, setOpen] = useState(false);
  const kept = left.useCurrent();
  const all = JSON.stringify(texts.map(({ path, text }) => [path, text]));
  if (texts.length === 0 || kept === all) return otherwise;

  async function replace() {
    for (const [section, ofSection] of Map.groupBy(texts, (text) => text.section)) {
      const { settings, version } = await loadSection(section);
      await send({ section, changes: replacedIn(settings, ofSection) }, version);
    }
    void reloadSalon();
    toastSuccess('Texts replaced', 'The history below can undo each.');
  }

  return (
    <BelowForm>
      <Callout
        actions={
          <>
            <AdminButton onClick={() => setOpen(true)}>
              Look at {texts.length === 1 ? 'it' : 'them'}
            </AdminButton>
            <AdminButton look="quiet" onClick={() => left.choose(all)}>
              Leave {texts.length === 1 ? 'it' : 'them'}
            </AdminButton>
          </>
        }
      >
        <p className="text-sm font-medium">
          {countText(texts.length, 'text still has', 'texts still have')} the former name, place or phone.
        </p>
      </Callout>
      {isOpen && (
        <ConfirmDialog
          title="Replace the former words?"
          question="So these texts read afterwards. Each can be changed by hand, too, or undone from the history."
          confirm="Replace"
          keep="Not now"
          look="primary"
          failed="Some texts may not be replaced. Please try again."
          onConfirm={replace}
          onClose={() => setOpen(false)}
        >
          <ul className="space-y-3 text-sm">
            {texts.map((text) => (
              <li key={`${text.section} ${text.path.join('.')}`}>
                <p className="text-stone">{nameOf(text)}</p>
                <p className="wrap-anywhere">{text.instead}</p>
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </BelowForm>
  );
}
