import type { Operations } from '../../contract/contract.ts';
import type { Font } from '../../fonts/fonts-store.ts';
import type { FolderFont } from '../../images/fonts-folder.ts';
import type { FontDescription } from '../../render/text/font-match.ts';

type FontRecord = Operations['listFonts']['answer']['fonts'][number];

const facesOf = (faces: readonly FontDescription[]): FontRecord['faces'] =>
  faces.map(({ family, style, postScriptName, weight, weights, italic }) => ({
    family,
    style,
    post_script_name: postScriptName,
    weight,
    ...(weights && { weights }),
    italic,
  }));

/** A font that was added, or a family of which only the name is known. */
export const addedRecord = (font: Font): FontRecord => ({
  id: font.id,
  origin: font.blob === null ? 'named' : 'added',
  family: font.family,
  organization: font.organizationId,
  shared: font.shared === 1,
  size_bytes: font.sizeBytes,
  created_at: new Date(font.createdAt).toISOString(),
  has_licence: font.licence !== null,
  faces: facesOf(JSON.parse(font.faces) as FontDescription[]),
});

const withoutRow = {
  id: null,
  organization: null,
  shared: false,
  created_at: null,
  has_licence: false,
} as const;

/** A file of the fonts folder. */
export const folderRecord = ({ name, faces, sizeBytes }: FolderFont): FontRecord => ({
  ...withoutRow,
  origin: 'folder',
  file: name,
  family: faces[0]?.family ?? '',
  size_bytes: sizeBytes,
  faces: facesOf(faces),
});

/** The families that come with the program. */
export function builtInRecords(faces: readonly FontDescription[]): FontRecord[] {
  const families = Map.groupBy(faces, ({ family }) => family);
  return [...families].map(([family, ofFamily]) => ({
    ...withoutRow,
    origin: 'built_in',
    family,
    size_bytes: null,
    faces: facesOf(ofFamily),
  }));
}
