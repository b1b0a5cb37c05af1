import { createContext, use } from 'react';
import { fillIn } from '../../../../src/contracts/settings/variables.ts';
import { isWithin, type Path, pathText, valueAt } from './paths.ts';

/** The section that is being edited. */
interface SectionForm {
  readonly value: unknown;
  readonly errors: ReadonlyMap<string, string>;
  /** What the words in braces stand for. */
  readonly variables: Readonly<Record<string, string>>;
  set(path: Path, value: unknown): void;
}

export const SectionFormContext = createContext<SectionForm | null>(null);

export function useSectionForm(): SectionForm {
  const form = use(SectionFormContext);
  if (!form) throw new Error('A field was rendered outside of its form.');
  return form;
}

/** One value of the section, its error, and how it is changed. */
export function useField<T>(path: Path) {
  const { value, errors, set, variables } = useSectionForm();
  return {
    value: valueAt(value, path) as T,
    error: errors.get(pathText(path)),
    /** Its error, or that of a part of it, for a field that has all of them. */
    errorWithin: [...errors].find(([other]) => isWithin(path, other))?.[1],
    change: (next: T | undefined) => set(path, next),
    /** A text with its words in braces replaced, as it is shown; undefined if it has none. */
    shown: (text: string) => (/\{\w+\}/.test(text) ? fillIn(text, variables) : undefined),
  };
}
