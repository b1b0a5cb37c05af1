/** The problems of uploading and choosing pictures; see `contracts/problem.ts`. */
export const PICTURE_PROBLEMS = {
  'picture-unreadable': {
    status: 400,
    detail: 'This file is not a whole picture of its type. Please send a JPEG, PNG, WebP or AVIF.',
  },
  'picture-animated': { status: 400, detail: 'Moving pictures are not shown. Please send a still one.' },
  'picture-too-many-pixels': {
    status: 400,
    detail: 'This picture has more than 50 million pixels. Please send a smaller one.',
  },
  'picture-too-small': {
    status: 400,
    detail: 'This part of the picture has too few pixels to look sharp. Please choose a larger one.',
  },
  'picture-too-heavy': {
    status: 400,
    detail: 'This picture takes too much memory or time to open. Please send it smaller, or as a JPEG.',
  },
  'picture-alt-required': {
    status: 400,
    detail: 'Please describe the picture for people who cannot see it.',
  },
  'picture-alt-too-long': { status: 400, detail: 'The description may have at most 200 characters.' },
  'picture-not-found': {
    status: 404,
    detail: 'This picture was not found, or it has another shape. Please upload it again.',
  },
  'too-many-pictures': {
    status: 429,
    detail: 'Other pictures are being made ready. Please try again in a moment.',
  },
  'unsupported-file-type': { status: 415, detail: 'Please send a file of another type.' },
} as const;
