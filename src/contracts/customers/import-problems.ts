/** The problems of imports; see `contracts/problem.ts`. What is wrong with a file, `detail` says more precisely. */
export const IMPORT_PROBLEMS = {
  'import-file-unreadable': { status: 400, detail: 'This file cannot be imported.' },
  'import-running': { status: 409, detail: 'An import is running. Please try again once it is finished.' },
} as const;
