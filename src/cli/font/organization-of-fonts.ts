/** Whose fonts a command is about. */
export const organizationOfFonts = {
  type: 'string',
  value: 'ID',
  sentence:
    'The organization; your own if left out, and for the administrator of the installation everybody.',
} as const;
