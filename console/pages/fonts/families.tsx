import { useState } from 'react';
import type { FontFamily, ListedFont } from '../../../src/fonts/font-families.ts';
import { addressOf } from '../../api/address-of.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { bytesText } from '../server/bytes-text.ts';
import { deleteFonts, type Whose } from './font-queries.ts';

const origins = {
  added: 'Added',
  named: 'Named, without a file',
  folder: 'Folder of the server',
  built_in: 'Comes with the program',
} as const;

/** Everybody's fonts are taken away on the page of the server. */
const isOf = (whose: Whose, { organization }: Pick<ListedFont, 'organization'>): boolean =>
  organization === (whose ?? null);

export const familyColumns = (whose: Whose): readonly Column<FontFamily>[] => [
  { name: 'Family', cell: ({ family }) => family },
  { name: 'Styles', cell: ({ fonts }) => stylesOf(fonts) },
  { name: 'Files', cell: (family) => <Files family={family} whose={whose} /> },
  { name: 'From', cell: (family) => originOf(whose, family) },
  { name: 'Size', cell: ({ fonts }) => sizeOf(fonts) },
  { name: 'Licence', cell: ({ fonts }) => <Licence fonts={fonts} /> },
  {
    name: 'Actions',
    isUnseen: true,
    cell: (family) => isOf(whose, family) && <DeleteFamily family={family} />,
  },
];

const originOf = (whose: Whose, family: FontFamily): string =>
  family.origin === 'added' && !isOf(whose, family) ? 'Added for everybody' : origins[family.origin];

/** Three by name, the others by number. */
function stylesOf(fonts: readonly ListedFont[]): string {
  const styles = [...new Set(fonts.flatMap(({ faces }) => faces.map(({ style }) => style)))];
  return styles.length > 3
    ? `${styles.slice(0, 3).join(', ')} and ${styles.length - 3} more`
    : styles.join(', ');
}

function sizeOf(fonts: readonly ListedFont[]): string {
  const sizes = fonts.flatMap(({ size_bytes }) => size_bytes ?? []);
  return sizes.length === 0 ? '–' : bytesText(sizes.reduce((sum, size) => sum + size, 0));
}

/** The licence came with all files of the family. */
function Licence({ fonts }: { fonts: readonly ListedFont[] }) {
  const font = fonts.find(({ id, has_licence }) => id !== null && has_licence);
  if (font === undefined || font.id === null) return '–';
  const address = addressOf('GET /workspace/v1/fonts/{font_id}/licence', { path: { font_id: font.id } });
  return (
    <a href={address} aria-label={`Licence of ${font.family}`}>
      Read
    </a>
  );
}

const countOf = (fonts: readonly ListedFont[]): string =>
  `${fonts.length} ${fonts.length === 1 ? 'file' : 'files'}`;

/** How many files a family has; several are shown one by one on demand. */
function Files({ family, whose }: { family: FontFamily; whose: Whose }) {
  const [isOpen, setOpen] = useState(false);
  const { family: name, origin, fonts } = family;
  if (origin === 'named' || origin === 'built_in') return '–';
  if (fonts.length === 1 && !isOpen) return '1 file';
  return (
    <>
      <Button
        kind="plain"
        aria-label={`Show ${countOf(fonts)} of ${name}`}
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
      >
        {countOf(fonts)}
      </Button>
      <Dialog title={`Files of ${name}`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Table
          name={`Files of ${name}`}
          columns={isOf(whose, family) ? [...fileColumns, deletingColumn] : fileColumns}
          rows={fonts}
          keyOf={(font) => font.id ?? font.file ?? ''}
        />
        <div className="choices">
          <Button onPress={() => setOpen(false)}>Close</Button>
        </div>
      </Dialog>
    </>
  );
}

const fileColumns: readonly Column<ListedFont>[] = [
  { name: 'Style', cell: (font) => stylesOf([font]) },
  { name: 'File', cell: ({ id, file }) => file ?? id ?? '–' },
  { name: 'Size', cell: (font) => sizeOf([font]) },
];

const deletingColumn: Column<ListedFont> = {
  name: 'Actions',
  isUnseen: true,
  cell: (font) => <DeleteFile font={font} />,
};

const DeleteFile = ({ font }: { font: ListedFont }) =>
  font.id !== null && (
    <ConfirmButton
      words="Delete"
      label={`Delete ${font.family} ${stylesOf([font])}, ${font.id}`}
      title={`Delete this file of ${font.family}?`}
      action={() => deleteFonts([font.id ?? ''])}
    >
      Styles that only this file has are drawn in another font from then on.
    </ConfirmButton>
  );

/** Asks with the number of files. */
function DeleteFamily({ family: { family, fonts } }: { family: FontFamily }) {
  const ids = fonts.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return undefined;
  const title = ids.length === 1 ? `Delete ${family}?` : `Delete all ${ids.length} files of ${family}?`;
  return (
    <ConfirmButton words="Delete" label={`Delete ${family}`} title={title} action={() => deleteFonts(ids)}>
      Texts in it are drawn in another font from then on.
    </ConfirmButton>
  );
}
