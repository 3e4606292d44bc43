/** Of the commands that delete places. */
export const withContents = {
  type: 'boolean',
  sentence: 'Deletes its projects and files with it; there is no way back.',
} as const;
