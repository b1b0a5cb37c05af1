import { LineField, ParagraphField } from './fields.tsx';
import type { Path } from './paths.ts';

/** A heading and the text below it. */
export function Texts({ path }: { path: Path }) {
  return (
    <>
      <LineField path={[...path, 'heading']} label="Heading" />
      <ParagraphField path={[...path, 'text']} label="Text" />
    </>
  );
}
