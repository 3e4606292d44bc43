import type { ReactNode } from 'react';
import { type Collection, type VariablesState, variableIdsOf } from '../../../src/variables/state.ts';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { newCollection } from './edits.ts';
import type { Editing } from './use-editing.ts';

interface CollectionListProps {
  readonly collections: readonly Collection[];
  readonly state: VariablesState;
  readonly shown: Collection | undefined;
  readonly onShow: (id: string) => void;
  /** Absent for who may not edit the file. */
  readonly editing: Editing | undefined;
  readonly besides: ReactNode;
}

/** The collections of a file, one of which is looked at. */
export function CollectionList({ collections, state, shown, onShow, editing, besides }: CollectionListProps) {
  return (
    <nav className="collections" aria-label="Collections">
      <ByAndBy items={collections} step={100}>
        {(some) => (
          <ul>
            {some.map((collection) => (
              <li key={collection.id}>
                <button
                  type="button"
                  className="collection"
                  aria-current={collection === shown}
                  onClick={() => onShow(collection.id)}
                >
                  <bdi className="cut">{collection.name}</bdi>
                  <span className="quiet">
                    {variableIdsOf(state, collection).length.toLocaleString('en')}
                  </span>
                  {kindOf(state, collection).map((words) => (
                    <small key={words} className="quiet">
                      {words}
                    </small>
                  ))}
                </button>
              </li>
            ))}
          </ul>
        )}
      </ByAndBy>
      {editing !== undefined && collections.length > 0 && <NewCollection editing={editing} onShow={onShow} />}
      {besides}
    </nav>
  );
}

interface NewCollectionProps {
  readonly editing: Editing;
  readonly onShow: (id: string) => void;
}

export function NewCollection({ editing, onShow }: NewCollectionProps) {
  const make = async ({ name = '' }: Readonly<Record<string, string>>) => {
    const id = editing.edit(newCollection(name.trim()));
    if (id !== undefined) onShow(id);
  };
  return (
    <FormDialog words="New collection" title="New collection" send="Make it" action={make}>
      <TextField label="Name" name="name" isRequired maxLength={255} autoFocus autoComplete="off" />
    </FormDialog>
  );
}

/** What sets a collection apart from one that somebody made here. */
function kindOf(state: VariablesState, collection: Collection): string[] {
  const { extension, remote, deletedButReferenced, hiddenFromPublishing } = collection;
  const parent = extension && state.collections.get(extension.parentId);
  return [
    ...(extension === undefined ? [] : [`Extends ${parent?.name ?? 'a collection of a library'}`]),
    ...(remote ? ['Of a library'] : []),
    ...(deletedButReferenced ? ['Deleted, still used'] : []),
    ...(hiddenFromPublishing && !remote ? ['Not published'] : []),
  ];
}
