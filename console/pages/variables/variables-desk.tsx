import { useState } from 'react';
import type { Collection, VariablesState } from '../../../src/variables/state.ts';
import { Notice } from '../../parts/notice.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import type { ComparedFile } from '../compare/compared-file.ts';
import { CollectionHead } from './collection-head.tsx';
import { CollectionList, NewCollection } from './collection-list.tsx';
import { DesignBeside } from './design-beside.tsx';
import { InAndOut } from './in-and-out.tsx';
import { SaveBar } from './save-bar.tsx';
import { useEditing } from './use-editing.ts';
import { VariableTable } from './variable-table.tsx';

interface DeskProps {
  readonly file: string;
  readonly facts: ComparedFile;
  readonly base: VariablesState;
}

/** Collections at the side, the table of one of them, and the design beside it. */
export function VariablesDesk({ file, facts, base }: DeskProps) {
  const editing = useEditing(file, base);
  const { state, problem } = editing;
  const [chosen, setChosen] = useState<string>();
  const collections = state.collectionIds.flatMap((id) => state.collections.get(id) ?? []);
  const collection = collections.find(({ id }) => id === chosen) ?? collections[0];
  const mayEdit = facts.mayEdit && !editing.isSaving;
  return (
    <>
      <div className="variables">
        <CollectionList
          collections={collections}
          state={state}
          shown={collection}
          onShow={setChosen}
          editing={facts.mayEdit ? editing : undefined}
          besides={<InAndOut file={file} name={facts.name} editing={editing} mayEdit={mayEdit} />}
        />
        <Section label={collection === undefined ? 'Variables' : `Variables of ${collection.name}`}>
          {problem !== undefined && <Notice kind="wrong">{problem}</Notice>}
          {collection === undefined ? (
            <Empty
              action={facts.mayEdit && <NewCollection editing={editing} onShow={setChosen} />}
              command={`npx vitrine variables import tokens.json --file ${file} --format tokens`}
            >
              The file has no variables yet. A collection holds them, with a value for each of its modes, such
              as Light and Dark.
            </Empty>
          ) : (
            <OneCollection
              key={collection.id}
              collection={collection}
              editing={editing}
              mayEdit={mayEdit}
              file={file}
            />
          )}
        </Section>
        {collection !== undefined && (
          <DesignBeside
            file={file}
            version={facts.version}
            changes={facts.mayEdit ? editing.changes : undefined}
            isSaving={editing.isSaving}
          />
        )}
      </div>
      <SaveBar editing={editing} />
    </>
  );
}

interface OneProps {
  readonly collection: Collection;
  readonly editing: ReturnType<typeof useEditing>;
  readonly mayEdit: boolean;
  readonly file: string;
}

function OneCollection({ collection, editing, mayEdit, file }: OneProps) {
  const isOurs = mayEdit && !collection.remote && !collection.deletedButReferenced;
  const [sought, setSought] = useState('');
  return (
    <>
      <CollectionHead
        collection={collection}
        editing={editing}
        mayEdit={isOurs}
        sought={sought}
        onSeek={setSought}
      />
      <VariableTable collection={collection} editing={editing} mayEdit={isOurs} sought={sought} file={file} />
    </>
  );
}
