import { z } from 'zod';
import { ClockField, lineField, linesField, SalonDateField } from '../fields.ts';
import type { SectionTexts } from './sections.ts';
import { longestFilled, type TextUse, unknownVariable, VARIABLES } from './variables.ts';

/** The longest text message that the provider takes. */
const LONGEST_SMS = 1_600;

const required = (max: number) => `Please enter a text of at most ${max} characters.`;

const webAddress = z.url({ protocol: /^https?$/ });

/** Refuses unknown words in braces, and what could become longer than the place where it is shown allows. */
const checkVariables =
  (use: TextUse, longest?: number): z.core.CheckFn<string> =>
  ({ value, issues }) => {
    const unknown = unknownVariable(value, use);
    const message =
      unknown !== undefined
        ? `There is no {${unknown}}. There are ${VARIABLES[use].map((name) => `{${name}}`).join(', ')}.`
        : longest !== undefined && longestFilled(value, use) > longest
          ? `This could become longer than ${longest} characters.`
          : undefined;
    if (message) issues.push({ code: 'custom', message, input: value });
  };

/** Texts as staff type them: checked, and brought into the form in which they are kept. */
export const TYPED_TEXTS: SectionTexts = {
  line: (max) => lineField(max, required(max)).min(1, required(max)),
  words: (max) => lineField(max, required(max)).min(1, required(max)).check(checkVariables('page')),
  paragraph: (max) => linesField(max, required(max)).min(1, required(max)).check(checkVariables('page')),
  textMessage: () =>
    linesField(600, required(600)).min(1, required(600)).check(checkVariables('text', LONGEST_SMS)),
  mailLine: () => lineField(150, required(150)).min(1, required(150)).check(checkVariables('mail', 900)),
  mailText: () => linesField(1_500, required(1_500)).min(1, required(1_500)).check(checkVariables('mail')),
  webAddress: () =>
    lineField(300, 'Please enter a web address.').refine(
      (text) => webAddress.safeParse(text).success,
      'Please enter a web address such as https://www.example.com.',
    ),
  contactAddress: () =>
    lineField(300, 'Please enter an address.').regex(
      /^(?:#$|\/(?!\/)|https?:\/\/|mailto:[^\s@]+@[^\s@]+$)/,
      'Please enter a web address, or mailto: and a mail address.',
    ),
  clock: () => ClockField,
  date: () => SalonDateField,
};
