import { KIND_WORDS, USUAL_KINDS } from '../../../../src/contracts/messages/message-words.ts';
import { fillIn, VARIABLES } from '../../../../src/contracts/settings/variables.ts';
import { AdminField, AdminTextArea } from '../../ui/form/field.tsx';
import { TextPreview } from '../../ui/form/text-preview.tsx';
import { useField, useSectionForm } from '../form/form-context.ts';
import { Group } from '../form/group.tsx';
import type { Path } from '../form/paths.ts';

export function MessagesSection() {
  return (
    <>
      <Group title="Texts" about="To customers’ phones. Words that are replaced:" words={VARIABLES.text}>
        {USUAL_KINDS.map((kind) => (
          <TextField key={kind} path={['texts', kind]} label={KIND_WORDS[kind]} />
        ))}
      </Group>
      <Group
        title="Mails"
        about="Each has a button and the calendar entry below. Words that are replaced:"
        words={VARIABLES.mail}
      >
        {USUAL_KINDS.map((kind) => (
          <MailFields key={kind} path={['mails', kind]} label={KIND_WORDS[kind]} />
        ))}
      </Group>
    </>
  );
}

/** A text message, and below how a customer gets it, with its length. */
function TextField({ path, label }: { path: Path; label: string }) {
  const { variables } = useSectionForm();
  const { value, error, change } = useField<string>(path);
  return (
    <div className="space-y-1.5">
      <AdminTextArea
        {...{ label, error }}
        required
        rows={3}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
      <TextPreview text={fillIn(value, variables)} />
    </div>
  );
}

/** A mail, and how it reads. */
function MailFields({ path, label }: { path: Path; label: string }) {
  const { variables } = useSectionForm();
  const subject = useField<string>([...path, 'subject']);
  const heading = useField<string>([...path, 'heading']);
  const text = useField<string>([...path, 'text']);
  return (
    <fieldset className="grid gap-3 rounded-md border border-line bg-panel p-3">
      <legend className="px-1 text-sm font-medium">{label}</legend>
      <AdminField
        label="Subject"
        error={subject.error}
        required
        value={subject.value}
        onChange={({ target }) => subject.change(target.value)}
      />
      <AdminField
        label="Heading"
        error={heading.error}
        required
        value={heading.value}
        onChange={({ target }) => heading.change(target.value)}
      />
      <AdminTextArea
        label="Text"
        error={text.error}
        required
        rows={3}
        value={text.value}
        onChange={({ target }) => text.change(target.value)}
      />
      <blockquote className="space-y-1.5 rounded-md bg-sand px-3.5 py-2.5 text-sm wrap-anywhere">
        <p className="text-xs text-stone">{fillIn(subject.value, variables)}</p>
        <p className="font-display text-lg">{fillIn(heading.value, variables)}</p>
        <p className="whitespace-pre-line">{fillIn(text.value, variables)}</p>
      </blockquote>
    </fieldset>
  );
}
