import type { Collection } from '../../../src/variables/state.ts';
import { type DialogChoice, DialogMenu } from '../../parts/dialog-menu.tsx';
import { changedCollection, deletedCollection, extendedCollection } from './edits.ts';
import { NameForm, Question } from './name-form.tsx';
import type { Editing } from './use-editing.ts';

interface CollectionMenuProps {
  readonly collection: Collection;
  readonly editing: Editing;
}

/** What is done to a collection as a whole. */
export const CollectionMenu = (props: CollectionMenuProps) => (
  <DialogMenu
    label={`More for ${props.collection.name}`}
    choices={[renaming(props), extending(props), publishing(props), deleting(props)]}
  />
);

const renaming = ({ collection, editing }: CollectionMenuProps): DialogChoice => ({
  name: 'Rename',
  title: 'Rename the collection',
  content: (close) => (
    <NameForm
      words="Rename"
      name={collection.name}
      close={close}
      give={(name) => editing.edit(changedCollection(collection, { name }))}
    />
  ),
});

const extending = ({ collection, editing }: CollectionMenuProps): DialogChoice => ({
  name: 'Extend',
  title: `Extend ${collection.name}`,
  content: (close) => (
    <>
      <p>
        An extension has the variables and modes of this collection, and values of its own where it says
        otherwise: a brand, or a campaign.
      </p>
      <NameForm
        words="Make it"
        name=""
        close={close}
        give={(name) => editing.edit(extendedCollection(collection, name))}
      />
    </>
  ),
});

function publishing({ collection, editing }: CollectionMenuProps): DialogChoice {
  const { name, hiddenFromPublishing: isHidden } = collection;
  return {
    name: isHidden ? 'Publish with the library' : 'Hide from publishing',
    title: isHidden ? `Publish ${name} with the library` : `Hide ${name} from publishing`,
    content: (close) => (
      <Question
        words={isHidden ? 'Publish' : 'Hide'}
        close={close}
        act={() => editing.edit(changedCollection(collection, { hiddenFromPublishing: !isHidden }))}
      >
        {isHidden
          ? 'From the next publish on, files that use the library have its variables.'
          : 'From the next publish on, files that use the library no longer find its variables.'}
      </Question>
    ),
  };
}

const deleting = ({ collection, editing }: CollectionMenuProps): DialogChoice => ({
  name: 'Delete',
  title: `Delete ${collection.name}`,
  content: (close) => (
    <Question
      words="Delete"
      kind="danger"
      close={close}
      act={() => editing.edit(deletedCollection(collection))}
    >
      Its variables go with it. Those that a design or another variable still uses keep their values there.
      Nothing is gone before you save.
    </Question>
  ),
});
