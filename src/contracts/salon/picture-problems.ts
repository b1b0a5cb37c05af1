/** The problems of uploading and choosing pictures; see `contracts/problem.ts`. */
export const PICTURE_PROBLEMS = {
  'picture-unreadable': {
    status: 400,
    detail: 'This is not a whole, still picture of its type. Please send a JPEG, PNG, WebP or AVIF.',
  },
  'picture-too-large': {
    status: 400,
    detail: 'This picture is too large to be opened. Please send it smaller, or as a JPEG.',
  },
  'picture-too-small': { status: 400, detail: 'This part of the picture has too few pixels to look sharp.' },
  'picture-alt-required': {
    status: 400,
    detail: 'Please describe the picture for people who cannot see it.',
  },
  'picture-not-found': { status: 404, detail: 'This picture was not found. Please upload it again.' },
} as const;
