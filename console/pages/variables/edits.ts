import type { Collection, Variable } from '../../../src/variables/state.ts';
import { defaultValues, type Value, type VariableType } from '../../../src/variables/values.ts';
import type { Edit } from './edit-history.ts';

/** Temporary id of the one thing that an edit makes. */
export const made = 'made';

type Changes = Edit['changes'];

export const newCollection = (name: string): Changes => ({
  variableCollections: [{ action: 'CREATE', id: made, name, initialModeId: 'first mode' }],
});

export const extendedCollection = (parent: Collection, name: string): Changes => ({
  variableCollections: [{ action: 'CREATE', id: made, name, parentVariableCollectionId: parent.id }],
});

export const changedCollection = (
  { id }: Collection,
  changed: { readonly name?: string; readonly hiddenFromPublishing?: boolean },
): Changes => ({ variableCollections: [{ action: 'UPDATE', id, ...changed }] });

export const deletedCollection = ({ id }: Collection): Changes => ({
  variableCollections: [{ action: 'DELETE', id }],
});

export const newMode = (collection: Collection, name: string): Changes => ({
  variableModes: [{ action: 'CREATE', id: made, name, variableCollectionId: collection.id }],
});

export const renamedMode = (collection: Collection, id: string, name: string): Changes => ({
  variableModes: [{ action: 'UPDATE', id, name, variableCollectionId: collection.id }],
});

export const deletedMode = (collection: Collection, id: string): Changes => ({
  variableModes: [{ action: 'DELETE', id, variableCollectionId: collection.id }],
});

const typeNames: Readonly<Record<VariableType, string>> = {
  COLOR: 'color',
  FLOAT: 'number',
  STRING: 'text',
  BOOLEAN: 'switch',
};

/** A variable with a name that is free, in the group that is given; numbers and texts begin empty. */
export function newVariable(collection: Collection, type: VariableType, group: string): Changes {
  const stem = `${group === '' ? '' : `${group}/`}${typeNames[type]}`;
  let name = stem;
  for (let count = 2; collection.names.has(name); count += 1) name = `${stem} ${count}`;
  return {
    variables: [
      { action: 'CREATE', id: made, name, variableCollectionId: collection.id, resolvedType: type },
    ],
    variableModeValues: collection.modes.map(({ modeId }) => ({
      variableId: made,
      modeId,
      value: type === 'STRING' ? '' : defaultValues[type],
    })),
  };
}

export type Settings = Pick<
  Variable,
  'name' | 'description' | 'hiddenFromPublishing' | 'scopes' | 'codeSyntax'
>;

export const changedVariable = ({ id }: Variable, changed: Partial<Settings>): Changes => ({
  variables: [{ action: 'UPDATE', id, ...changed }],
});

export const deletedVariable = ({ id }: Variable): Changes => ({ variables: [{ action: 'DELETE', id }] });

/** Null takes an override away, so that what is inherited counts again. */
export const newValue = ({ id }: Variable, modeId: string, value: Value | null): Changes => ({
  variableModeValues: [{ variableId: id, modeId, value }],
});

/** A mode that an extension has from one that is new: no change can name it before that one is saved. */
export const isUnsavedInheritance = (modeId: string): boolean => modeId.includes('/new:');
