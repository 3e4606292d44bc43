/** The editor that wrote a file, by its first eight bytes. */
export const editorTypes: Readonly<Record<string, string>> = {
  'fig-kiwi': 'figma',
  'fig-jam.': 'figjam',
  'fig-deck': 'slides',
  'fig-buzz': 'buzz',
  'fig-site': 'sites',
  'fig-make': 'make',
};

/** Whether these are the first bytes of a design, packed or not: all that is asked of designs of other formats. */
export const beginsAsDesign = (bytes: Uint8Array): boolean =>
  beginsAsArchive(bytes) || editorTypes[preludeOf(bytes)] !== undefined;

export const beginsAsArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

export const preludeOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 8)).toString('latin1');
