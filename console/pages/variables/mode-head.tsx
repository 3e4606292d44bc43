import type { Collection } from '../../../src/variables/state.ts';
import { DialogMenu } from '../../parts/dialog-menu.tsx';
import { mostOfModeName } from './collection-head.tsx';
import { deletedMode, renamedMode } from './edits.ts';
import { NameForm, Question } from './name-form.tsx';
import type { Column } from './use-columns.ts';
import type { Editing } from './use-editing.ts';

interface ModeHeadProps {
  readonly column: Column;
  readonly collection: Collection;
  readonly editing: Editing;
  readonly mayEdit: boolean;
}

/** The name of a mode above its values, and what is done to it. */
export function ModeHead({
  column: { modeId, name, isDefault },
  collection,
  editing,
  mayEdit,
}: ModeHeadProps) {
  const mode = collection.modes.find((one) => one.modeId === modeId);
  const isInherited = collection.extension !== undefined;
  const mayDelete = collection.modes.length > 1 && (!isInherited || mode?.parentModeId === undefined);
  const choices = [
    ...(isInherited
      ? []
      : [
          {
            name: 'Rename',
            title: `Rename the mode ${name}`,
            content: (close: () => void) => (
              <NameForm
                words="Rename"
                name={name}
                maxLength={mostOfModeName}
                close={close}
                give={(given) => editing.edit(renamedMode(collection, modeId, given))}
              />
            ),
          },
        ]),
    ...(mayDelete
      ? [
          {
            name: 'Delete',
            title: `Delete the mode ${name}`,
            content: (close: () => void) => (
              <Question
                words="Delete"
                kind="danger"
                close={close}
                act={() => editing.edit(deletedMode(collection, modeId))}
              >
                Its values go with it. Frames that show this mode show the default one then.
              </Question>
            ),
          },
        ]
      : []),
  ];
  return (
    <th scope="col" className="mode-head">
      <bdi className="cut" title={name}>
        {name}
      </bdi>
      {isDefault && collection.modes.length > 1 && <small className="quiet">default</small>}
      {mayEdit && choices.length > 0 && <DialogMenu label={`More for the mode ${name}`} choices={choices} />}
    </th>
  );
}
