import { LineField, ParagraphField } from '../form/fields.tsx';
import { Group } from '../form/group.tsx';
import { Texts } from '../form/texts.tsx';

export function FrontPageSection() {
  return (
    <>
      <Group
        title="Headline"
        about="The first thing that visitors read. The words after a | stand smaller below."
      >
        <LineField path={['headline']} label="Headline" />
      </Group>
      <Group title="Specialties" about="The four cards themselves are under Prices.">
        <Texts path={['specialties']} />
        <LineField path={['specialties', 'link']} label="Link" />
      </Group>
      <Group title="Gallery">
        <Texts path={['gallery']} />
        <LineField path={['gallery', 'link']} label="Link" />
      </Group>
      <Group title="Visit us">
        <Texts path={['visit']} />
      </Group>
      <Group title="Search engines" about="Search engines show this of the front page.">
        <LineField path={['title']} label="Title" />
        <ParagraphField path={['description']} label="Description" />
      </Group>
    </>
  );
}
