import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { ServerRefusal, toldAt } from '../../api/refusals.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Table } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { FileLink } from '../compare/file-link.tsx';
import type { Standing } from './library-queries.ts';

interface UsedLibrariesProps {
  readonly file: string;
  readonly libraries: Standing['libraries'];
  readonly mayEdit: boolean;
}

/** The libraries that the file uses itself. */
export const UsedLibraries = ({ file, libraries, mayEdit }: UsedLibrariesProps) => (
  <Section
    title="Libraries that this file uses"
    lead="It gets their variables; components and styles come with the designs."
    action={mayEdit && libraries.length > 0 && <UseLibrary file={file} />}
  >
    {libraries.length === 0 ? (
      <Empty
        action={mayEdit && <UseLibrary file={file} />}
        command={`npx vitrine library subscribe ${file} LIBRARY`}
      >
        It uses none.
      </Empty>
    ) : (
      <Table
        name="Libraries"
        columns={[
          { name: 'Name', cell: ({ key, name }) => <FileLink file={key} name={name} words={name} /> },
          {
            name: 'Actions',
            isUnseen: true,
            cell: ({ key, name }) => mayEdit && <StopUsing file={file} library={key} name={name} />,
          },
        ]}
        rows={libraries}
        keyOf={({ key }) => key}
      />
    )}
  </Section>
);

/** The key in a link to a file, or what was written. */
const keyIn = (text: string): string => /\/(?:design|file)\/([^/?#]+)/.exec(text)?.[1] ?? text.trim();

function UseLibrary({ file }: { file: string }) {
  const use = async ({ library = '' }: Readonly<Record<string, string>>) => {
    const path = { file_key: file, library_key: keyIn(library) };
    await call('PUT /workspace/v1/files/{file_key}/subscriptions/{library_key}', { path })
      .catch(toldAt('library', 404, () => 'There is no such file that you can see.'))
      .catch((error) =>
        error instanceof ServerRefusal ? toldAt('library', error.status)(error) : Promise.reject(error),
      );
    await queries.invalidateQueries();
  };
  return (
    <FormDialog words="Use a library" title="Use a library" action={use}>
      <TextField label="Link or key of its file" name="library" isRequired autoFocus autoComplete="off" />
    </FormDialog>
  );
}

const StopUsing = ({ file, library, name }: { file: string; library: string; name: string }) => (
  <ConfirmButton
    words="Stop using"
    label={`Stop using ${name}`}
    title={`Stop using ${name}?`}
    action={async () => {
      await call('DELETE /workspace/v1/files/{file_key}/subscriptions/{library_key}', {
        path: { file_key: file, library_key: library },
      });
      await queries.invalidateQueries();
    }}
  >
    What the file already has from it stays until it is no longer used. Nothing newer comes.
  </ConfirmButton>
);
