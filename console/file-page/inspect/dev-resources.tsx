import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OwnNode } from '../../../src/code/own-node.ts';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { ByAndBy } from '../parts/by-and-by.tsx';
import { Icon } from '../parts/icon.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import { useRoom } from '../room.ts';
import { DevResourceForm } from './dev-resource-form.tsx';
import { type DevResource, devResourcesQuery } from './dev-resource-query.ts';
import { PanelSection } from './panel-section.tsx';

/** Links that developers keep with a node; who may edit adds, changes and removes them. */
export function DevResources({ node }: { node: OwnNode }) {
  const { file, mayEdit, closed } = useRoom();
  const { data, error } = useQuery(devResourcesQuery(file, node.id));
  const { edited, edit, close } = useEdited();
  const resources = data?.dev_resources ?? [];
  if (resources.length === 0 && !mayEdit) return null;
  const add = (
    <button
      type="button"
      className="icon-button"
      aria-label="Add link"
      title="Add link"
      onClick={({ currentTarget }) => edit('new', currentTarget)}
    >
      <Icon name="plus" />
    </button>
  );
  return (
    <PanelSection title="Links for developers" action={mayEdit ? add : undefined}>
      {closed !== undefined && <p className="quiet">{closed}</p>}
      {error !== null && <p role="alert">{sentenceOf(error)}</p>}
      <ByAndBy items={resources}>
        {(some) => (
          <ul className="dev-resources">
            {some.map((one) => (
              <li key={one.id}>
                <a className="cut" dir="auto" href={one.url} target="_blank" rel="noopener noreferrer">
                  {one.name}
                </a>
                {mayEdit && <RowActions resource={one} edit={(by) => edit(one, by)} />}
              </li>
            ))}
          </ul>
        )}
      </ByAndBy>
      {edited !== undefined && (
        <DevResourceForm
          key={edited === 'new' ? 'new' : edited.id}
          node={node.id}
          resource={edited === 'new' ? undefined : edited}
          done={close}
        />
      )}
    </PanelSection>
  );
}

/** Which link is written, if any. The focus goes back to the button that began it. */
function useEdited() {
  const [edited, setEdited] = useState<DevResource | 'new'>();
  const opener = useRef<HTMLElement>(null);
  const edit = (what: DevResource | 'new', by: HTMLElement) => {
    opener.current = by;
    setEdited(what);
  };
  const close = () => {
    setEdited(undefined);
    opener.current?.focus();
  };
  return { edited, edit, close };
}

interface RowActionsProps {
  readonly resource: DevResource;
  readonly edit: (by: HTMLElement) => void;
}

function RowActions({ resource, edit }: RowActionsProps) {
  const { file } = useRoom();
  const queries = useQueryClient();
  const remove = async () => {
    await call('DELETE /v1/files/{file_key}/dev_resources/{dev_resource_id}', {
      path: { file_key: file, dev_resource_id: resource.id },
    });
    await queries.invalidateQueries({ queryKey: ['dev resources', file] });
  };
  return (
    <>
      <button
        type="button"
        className="quiet-button"
        aria-label={`Edit ${resource.name}`}
        onClick={({ currentTarget }) => edit(currentTarget)}
      >
        Edit
      </button>
      <SureButton words="Remove" label={`Remove ${resource.name}`} action={remove} />
    </>
  );
}
