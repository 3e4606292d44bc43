import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { Collection } from '../../../src/variables/state.ts';
import { type VariableType, variableTypes } from '../../../src/variables/values.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { CollectionMenu } from './collection-menu.tsx';
import { newMode, newVariable } from './edits.ts';
import type { Editing } from './use-editing.ts';

interface CollectionHeadProps {
  readonly collection: Collection;
  readonly editing: Editing;
  readonly mayEdit: boolean;
  readonly sought: string;
  readonly onSeek: (words: string) => void;
}

/** The name of a collection, what is done to all of it, and the search in it. */
export const CollectionHead = ({ collection, editing, mayEdit, sought, onSeek }: CollectionHeadProps) => (
  <div className="collection-head">
    <h2>
      <bdi>{collection.name}</bdi>
    </h2>
    <TextField label="Find a variable" name="search" autoComplete="off" value={sought} onChange={onSeek} />
    {mayEdit && (
      <div className="collection-actions">
        {collection.extension === undefined && (
          <>
            <NewVariable collection={collection} editing={editing} />
            <NewMode collection={collection} editing={editing} />
          </>
        )}
        <CollectionMenu collection={collection} editing={editing} />
      </div>
    )}
  </div>
);

type Acting = Pick<CollectionHeadProps, 'collection' | 'editing'>;

export const typeWords: Readonly<Record<VariableType, string>> = {
  BOOLEAN: 'Boolean',
  FLOAT: 'Number',
  STRING: 'String',
  COLOR: 'Color',
};

const NewVariable = ({ collection, editing }: Acting) => (
  <MenuTrigger>
    <Button className="button button-main">New variable</Button>
    <Popover className="popover">
      <Menu
        className="menu"
        onAction={(type) => void editing.edit(newVariable(collection, type as VariableType, ''))}
      >
        {variableTypes.toReversed().map((type) => (
          <MenuItem key={type} id={type} className="menu-item">
            {typeWords[type]}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);

/** As long as the interface lets a name of a mode be. */
export const mostOfModeName = 40;

const NewMode = ({ collection, editing }: Acting) => (
  <FormDialog
    words="New mode"
    title="New mode"
    send="Make it"
    action={async ({ name = '' }) => editing.edit(newMode(collection, name.trim()))}
  >
    <TextField
      label="Name"
      name="name"
      hint="Its values begin as those of the default mode."
      isRequired
      maxLength={mostOfModeName}
      autoFocus
      autoComplete="off"
    />
  </FormDialog>
);
