/** The problems of files with customers; see `contracts/problem.ts`. */
export const IMPORT_PROBLEMS = {
  'import-file-unreadable': {
    status: 400,
    detail: 'This file is not a table that we can read. Please save it as CSV and choose it again.',
  },
  'import-file-encoding': {
    status: 400,
    detail: 'The letters of this file cannot be read. Please save it as “CSV UTF-8” and choose it again.',
  },
  'import-file-empty': { status: 400, detail: 'This file has no rows below its headings.' },
  'import-line-too-long': {
    status: 400,
    detail:
      'A row of this file has more than 64,000 characters. Please choose the file that lists your customers.',
  },
  'import-too-many-columns': {
    status: 400,
    detail: 'This file has more than 200 columns. Please choose the file that lists your customers.',
  },
  'import-too-many-rows': {
    status: 400,
    detail: 'This file has more than 20,000 rows. Please split it and import the parts one after the other.',
  },
  'import-file-not-found': {
    status: 404,
    detail: 'This file was chosen too long ago. Please choose it again.',
  },
  'import-nobody': {
    status: 400,
    detail: 'No row of this file can be imported. Please look at the columns again.',
  },
  'import-not-found': { status: 404, detail: 'There was no such import.' },
  'import-running': {
    status: 409,
    detail: 'Customers are just being imported. Please try again once that is finished.',
  },
  'import-undone': { status: 409, detail: 'This import has been undone already.' },
} as const;
