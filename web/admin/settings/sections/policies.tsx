import type { Sections } from '../../../../src/contracts/settings/sections.ts';
import { AdminTextArea } from '../../ui/form/field.tsx';
import { LineField, NumberField, ParagraphField } from '../form/fields.tsx';
import { useField } from '../form/form-context.ts';
import { Group } from '../form/group.tsx';
import { ListField } from '../form/list-field.tsx';
import type { Path } from '../form/paths.ts';
import { useTyped } from '../form/use-typed.ts';
import { bodyOf, bodyText } from './policy-body.ts';

type PolicySection = Sections['policies']['terms']['sections'][number];

export function PoliciesSection() {
  return (
    <>
      <Group
        title="What you promise"
        about="The policies name these in braces, so they can’t contradict them."
        words={['policy_notice_hours', 'service_concern_days', 'patch_test_hours']}
      >
        <NumberField
          path={['policy_notice_hours']}
          label="Hours of notice to cancel or change"
          className="half"
        />
        <NumberField path={['service_concern_days']} label="Days for a concern" className="half" />
        <NumberField
          path={['patch_test_hours']}
          label="Hours between patch test and service"
          className="half"
        />
      </Group>
      <Policy path={['terms']} title="Terms and conditions" />
      <Policy path={['privacy']} title="Privacy policy" />
    </>
  );
}

function Policy({ path, title }: { path: Path; title: string }) {
  return (
    <Group title={title} about="A blank line begins a paragraph. Lines that begin with - are a list.">
      <LineField path={[...path, 'heading']} label="Heading" className="half" />
      <LineField path={[...path, 'effective']} label="Applies from" type="date" className="half" />
      <ParagraphField path={[...path, 'text']} label="Introduction" />
      <ListField<PolicySection>
        path={[...path, 'sections']}
        one="section"
        most={30}
        blank={() => ({ heading: '', body: [''] })}
        nameOf={({ heading }) => heading}
      >
        {(section) => (
          <>
            <LineField path={[...section, 'heading']} label="Heading" />
            <Body path={[...section, 'body']} />
          </>
        )}
      </ListField>
      <LineField path={[...path, 'title']} label="Title for search engines" />
      <ParagraphField path={[...path, 'description']} label="Description for search engines" rows={2} />
    </Group>
  );
}

function Body({ path }: { path: Path }) {
  const { value, change, errorWithin } = useField<PolicySection['body']>(path);
  const [typed, setTyped] = useTyped(value, bodyOf, bodyText);
  return (
    <AdminTextArea
      label="Text"
      required
      rows={8}
      error={errorWithin}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        change(bodyOf(target.value));
      }}
    />
  );
}
