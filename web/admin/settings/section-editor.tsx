import { type ReactNode, useRef, useState } from 'react';
import type { Change } from '../../../src/contracts/change.ts';
import { SECTION_WORDS } from '../../../src/contracts/settings/section-words.ts';
import type { SectionName, Sections } from '../../../src/contracts/settings/sections.ts';
import { type ShownSection, TYPED_SECTIONS } from '../../../src/contracts/settings/settings.ts';
import { ApiError } from '../../api.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useAskBeforeUnload } from '../../ui/use-ask-before-leaving.ts';
import { useCommand } from '../data/use-command.ts';
import { fieldText } from '../history/history-text.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { AdminButton } from '../ui/button.tsx';
import { ConflictNotice } from '../ui/conflict-notice.tsx';
import { dropDraft, keepDraft, keptDraft } from '../ui/drafts/drafts.ts';
import { changedFields } from '../ui/form/changed-fields.ts';
import { problemText } from '../ui/form/problem-text.ts';
import { showErrors } from '../ui/form/show-errors.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { SectionFormContext } from './form/form-context.ts';
import { isWithin, withValueAt } from './form/paths.ts';
import { CHANGE_SECTION } from './queries.ts';
import { useReloadSalon } from './use-reload-salon.ts';

type Settings = Sections[SectionName];
type Shown = ShownSection<SectionName>;

/** What was typed, and the section as it was then. */
interface Draft {
  readonly base: Shown;
  readonly value: Settings;
}

/** The field that a refusal is about, where the server names none. */
const FIELD_OF: Readonly<Record<string, string>> = {
  'invalid-phone': 'phone',
  'invalid-time-zone': 'time_zone',
  'time-zone-fixed': 'time_zone',
};

/** A value as text; lists and objects only by a word for them. */
const quoted = (value: unknown, otherwise: string) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : otherwise;

/** Whoever saved may have scrolled far down. */
const showAtOnce = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' });

/** Edits a section. What is typed stays when the page is left, until it is saved or discarded. */
export function SectionEditor({
  section,
  current,
  children,
  whenSaved,
}: {
  section: SectionName;
  current: Shown;
  children: ReactNode;
  /** What stands in the place of the buttons while there is nothing to save. */
  whenSaved?: ReactNode;
}) {
  const name = `settings/${section}`;
  const [draft, setDraft] = useState(() => keptDraft(name) as Draft | undefined);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [conflict, setConflict] = useState<readonly Change[] | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { send, busy } = useCommand(CHANGE_SECTION);
  const { undoButton } = useEventUndo();
  const reloadSalon = useReloadSalon();
  const base = draft?.base ?? current;
  const value = draft?.value ?? current.settings;
  const changes = changedFields<Settings>(base.settings, value);
  const isDirty = Object.keys(changes).length > 0;
  useAskBeforeUnload(isDirty);

  function edit(next: Draft | undefined) {
    setDraft(next);
    if (next) keepDraft(name, next);
    else dropDraft(name);
  }
  function begin() {
    edit(undefined);
    setErrors(new Map());
    setConflict(null);
  }

  async function save() {
    if (busy) return;
    const parsed = TYPED_SECTIONS[section].partial().safeParse(changes);
    const wrong = parsed.error?.issues.map(
      ({ path, message }) => [path.join('.'), problemText(message)] as const,
    );
    showErrors(form.current, () => setErrors(new Map(wrong)));
    if (wrong) return;
    try {
      const answer = await send({ section, changes }, conflict ? current.version : base.version);
      begin();
      void reloadSalon();
      toastSuccess('Saved', undefined, undoButton('settings', section, answer));
    } catch (error) {
      if (!(error instanceof ApiError)) return toastFailure(error);
      if (error.code === 'stale') return setConflict(error.changes);
      const fields = error.fields.map(({ path, message }) => [path, message] as const);
      const field = FIELD_OF[error.code];
      if (fields.length === 0 && !field) return toastFailure(error);
      showErrors(form.current, () =>
        setErrors(new Map(fields.length > 0 ? fields : [[field ?? '', error.message]])),
      );
    }
  }

  return (
    <SectionFormContext
      value={{
        value,
        errors,
        variables: current.variables,
        set(path, next) {
          edit({ base, value: withValueAt(value, path, next) as Settings });
          setErrors(new Map([...errors].filter(([other]) => !isWithin(path, other))));
        },
      }}
    >
      <form
        ref={form}
        noValidate
        aria-label={SECTION_WORDS[section]}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {conflict && (
          <div ref={showAtOnce} className="scroll-mt-20 pb-4">
            <ConflictNotice
              changes={conflict}
              differences={Object.entries(changedFields<Settings>(base.settings, current.settings)).map(
                ([field, now]) => ({
                  label: fieldText(field),
                  before: quoted(base.settings[field as keyof Settings], 'as it was'),
                  now: quoted(now, 'changed'),
                }),
              )}
              onTakeTheirs={begin}
            />
          </div>
        )}
        {children}
        {isDirty ? (
          <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-3 border-t border-line bg-ivory py-3 max-md:bottom-14 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
            {/* On the left, since toasts come up on the right. */}
            <AdminButton look="primary" type="submit" busy={busy}>
              Save changes
            </AdminButton>
            <AdminButton onClick={begin}>Discard</AdminButton>
            <p className={`text-sm ${errors.size > 0 ? 'font-medium text-bad' : 'text-stone'}`}>
              {errors.size > 0 ? 'Not saved: please look at what is marked.' : 'Unsaved changes'}
            </p>
          </div>
        ) : (
          whenSaved
        )}
      </form>
    </SectionFormContext>
  );
}
