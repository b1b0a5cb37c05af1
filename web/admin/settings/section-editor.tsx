import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { Change } from '../../../src/contracts/change.ts';
import { SECTION_WORDS } from '../../../src/contracts/settings/section-words.ts';
import type { SectionName, Sections } from '../../../src/contracts/settings/sections.ts';
import { changeSettings, type ShownSection } from '../../../src/contracts/settings/settings.ts';
import { ApiError } from '../../api.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useCommand } from '../data/use-command.ts';
import { fieldText } from '../history/history-text.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { ConflictCallout } from '../ui/conflict-callout.tsx';
import { useDiscardQuestion } from '../ui/dialog/use-discard-question.tsx';
import { changedFields } from '../ui/form/changed-fields.ts';
import { SaveBar } from '../ui/form/save-bar.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { SectionFormContext } from './form/form-context.ts';
import { pathText } from './form/paths.ts';
import { CHANGE_SECTION } from './queries.ts';
import { useReloadSalon } from './use-reload-salon.ts';

type Settings = Sections[SectionName];
type Shown = ShownSection<SectionName>;

/** The field that a refusal is about, where the server names none. */
const FIELD_OF: Readonly<Record<string, string>> = {
  'invalid-phone': 'phone',
  'invalid-time-zone': 'time_zone',
  'time-zone-fixed': 'time_zone',
};

/** A value as text; lists and objects only by a word for them. */
const quoted = (value: unknown, otherwise: string) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : otherwise;

/** The user may have scrolled far down before saving. */
const showAtOnce = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' });

/** Edits a section. It asks before what was typed is left. */
export function SectionEditor({
  section,
  current,
  children,
  whenSaved,
}: {
  section: SectionName;
  current: Shown;
  children: ReactNode;
  /** This replaces the buttons while there is nothing to save. */
  whenSaved?: ReactNode;
}) {
  /** The section that what is typed is based on. */
  const [base, setBase] = useState(current);
  const [conflict, setConflict] = useState<readonly Change[] | null>(null);
  const { send } = useCommand(CHANGE_SECTION);
  const { undoButton } = useEventUndo();
  const reloadSalon = useReloadSalon();
  const changesIn = (typed: FieldValues) => changedFields<Settings>(base.settings, typed as Settings);
  const form = useAdminForm<FieldValues, z.ZodType<Partial<Settings>>>({
    values: base.settings,
    schema: changeSettings[section].body as z.ZodType<Partial<Settings>>,
    toRequest: changesIn,
    send: save,
    onFailure: refused,
  });
  const { errors } = form.formState;
  const isWrong = Object.keys(errors).length > 0;
  const isDirty = Object.keys(changesIn(form.typed)).length > 0;
  const { question } = useDiscardQuestion({
    title: 'Discard these changes?',
    isTouched: isDirty,
    onClose: () => begin(current),
  });

  function begin(shown: Shown) {
    setBase(shown);
    form.reset(shown.settings);
    setConflict(null);
  }
  // Changes by others are shown as long as nothing is typed, and what else follows from a change of one's own.
  useEffect(() => {
    if (!isDirty && base !== current && base.version <= current.version) begin(current);
  });

  async function save(changes: Partial<Settings>) {
    const answer = await send({ section, changes }, conflict ? current.version : base.version);
    // In a conflict, the other fields are as somebody else has left them.
    const settings = { ...(conflict ? current : base).settings, ...changes } as Settings;
    begin({ ...current, settings, version: answer.version ?? base.version });
    void reloadSalon();
    toastSuccess('Saved', undefined, undoButton('settings', section, answer));
  }

  function refused(error: unknown) {
    const field = error instanceof ApiError && FIELD_OF[error.code];
    if (error instanceof ApiError && error.code === 'stale') setConflict(error.changes);
    else if (field) form.setError(field, { message: error.message });
    else toastFailure(error);
  }

  return (
    <SectionFormContext
      value={{
        value: form.typed,
        errors,
        variables: current.variables,
        set: (path, next) => form.change({ [pathText(path)]: next }),
      }}
    >
      <form noValidate aria-label={SECTION_WORDS[section]} onSubmit={form.submit}>
        {conflict && (
          <div ref={showAtOnce} className="scroll-mt-20 pb-4">
            <ConflictCallout
              changes={conflict}
              differences={Object.entries(changedFields<Settings>(base.settings, current.settings)).map(
                ([field, now]) => ({
                  label: fieldText(field),
                  before: quoted(base.settings[field as keyof Settings], 'as it was'),
                  now: quoted(now, 'changed'),
                }),
              )}
              onTakeTheirs={() => begin(current)}
            />
          </div>
        )}
        {children}
        {isDirty ? (
          <SaveBar busy={form.pending} isWrong={isWrong} onDiscard={() => begin(current)} />
        ) : (
          whenSaved
        )}
      </form>
      {question}
    </SectionFormContext>
  );
}
