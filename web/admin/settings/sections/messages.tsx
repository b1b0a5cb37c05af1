import { KIND_WORDS, USUAL_KINDS } from '../../../../src/contracts/messages/message-words.ts';
import type { Sections } from '../../../../src/contracts/settings/sections.ts';
import { fillIn, fillInBooking, VARIABLES } from '../../../../src/contracts/settings/variables.ts';
import { useTeam } from '../../data/team.ts';
import { TextPreview } from '../../ui/form/text-preview.tsx';
import { LineField, ParagraphField } from '../form/fields.tsx';
import { useField, useSectionForm } from '../form/form-context.ts';
import { Group } from '../form/group.tsx';
import type { Path } from '../form/paths.ts';

export function MessagesSection() {
  const { isTeam } = useTeam();
  const wordsOf = (use: 'text' | 'mail') => VARIABLES[use].filter((word) => isTeam || word !== 'stylist');
  return (
    <>
      <Group title="Texts" about="To customers’ phones. Words that are replaced:" words={wordsOf('text')}>
        {USUAL_KINDS.map((kind) => (
          <TextField key={kind} path={['texts', kind]} label={KIND_WORDS[kind]} />
        ))}
      </Group>
      <Group
        title="Mails"
        about="Each has a button and the calendar entry below. Words that are replaced:"
        words={wordsOf('mail')}
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
  const { value } = useField<string>(path);
  return (
    <div className="space-y-1.5">
      <ParagraphField path={path} label={label} isPreviewed />
      <TextPreview text={fillInBooking(value, variables)} />
    </div>
  );
}

/** A mail, and how it reads. */
function MailFields({ path, label }: { path: Path; label: string }) {
  const { variables } = useSectionForm();
  const { value: mail } = useField<Sections['messages']['mails'][(typeof USUAL_KINDS)[number]]>(path);
  return (
    <fieldset className="grid gap-3 rounded-md border border-line bg-panel p-3">
      <legend className="px-1 text-sm font-medium">{label}</legend>
      <LineField path={[...path, 'subject']} label="Subject" isPreviewed />
      <LineField path={[...path, 'heading']} label="Heading" isPreviewed />
      <ParagraphField path={[...path, 'text']} label="Text" isPreviewed />
      <blockquote className="space-y-1.5 rounded-md bg-sand px-3.5 py-2.5 text-sm wrap-anywhere">
        <p className="text-xs text-stone">{fillIn(mail.subject, variables)}</p>
        <p className="font-display text-lg">{fillIn(mail.heading, variables)}</p>
        <p className="whitespace-pre-line">{fillInBooking(mail.text, variables)}</p>
      </blockquote>
    </fieldset>
  );
}
