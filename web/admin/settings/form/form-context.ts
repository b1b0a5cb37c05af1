import { createContext, use } from 'react';
import { type FieldError, type FieldErrors, get } from 'react-hook-form';
import { fillIn } from '../../../../src/contracts/settings/variables.ts';
import { type Path, pathText, valueAt } from './paths.ts';

/** The section that is being edited. */
interface SectionForm {
  readonly value: unknown;
  readonly errors: FieldErrors;
  /** The values of the words in braces. */
  readonly variables: Readonly<Record<string, string>>;
  set(path: Path, value: unknown): void;
}

export const SectionFormContext = createContext<SectionForm | null>(null);

export function useSectionForm(): SectionForm {
  const form = use(SectionFormContext);
  if (!form) throw new Error('A field was rendered outside of its form.');
  return form;
}

/** The first message in an error, or in those of the parts of a value. */
function messageIn(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined;
  if ('message' in errors && typeof errors.message === 'string') return errors.message;
  return Object.values(errors).map(messageIn).find(Boolean);
}

/** One value of the section, its error, and how it is changed. */
export function useField<T>(path: Path) {
  const { value, errors, set, variables } = useSectionForm();
  const wrong: unknown = get(errors, pathText(path));
  return {
    value: valueAt(value, path) as T,
    error: (wrong as FieldError | undefined)?.message,
    /** Its error, or that of a part of it, for a field that has all of them. */
    errorWithin: messageIn(wrong),
    change: (next: T | undefined) => set(path, next),
    /** A text with its words in braces replaced, as it is shown; undefined if it has none. */
    shown: (text: string) => (/\{\w+\}/.test(text) ? fillIn(text, variables) : undefined),
  };
}
