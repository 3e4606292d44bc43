import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnNode } from '../../../src/code/own-node.ts';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { ByAndBy } from '../parts/by-and-by.tsx';
import { Icon } from '../parts/icon.tsx';
import { useRoom } from '../room.ts';
import { DevResourceForm } from './dev-resource-form.tsx';
import { type DevResource, devResourcesQuery } from './dev-resource-query.ts';
import { PanelSection } from './panel-section.tsx';

/** Links that developers keep with a node; who may edit adds, changes and removes them. */
export function DevResources({ node }: { node: OwnNode }) {
  const { file, mayEdit, closed } = useRoom();
  const { data, error } = useQuery(devResourcesQuery(file, node.id));
  const [edited, edit] = useState<DevResource | 'new'>();
  const resources = data?.dev_resources ?? [];
  if (resources.length === 0 && !mayEdit) return null;
  const add = (
    <button
      type="button"
      className="icon-button"
      aria-label="Add link"
      title="Add link"
      onClick={() => edit('new')}
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
                {mayEdit && <RowActions resource={one} edit={() => edit(one)} />}
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
          done={() => edit(undefined)}
        />
      )}
    </PanelSection>
  );
}

function RowActions({ resource, edit }: { resource: DevResource; edit: () => void }) {
  const { file } = useRoom();
  const queries = useQueryClient();
  const remove = async () => {
    await call('DELETE /v1/files/{file_key}/dev_resources/{dev_resource_id}', {
      path: { file_key: file, dev_resource_id: resource.id },
    }).catch(() => undefined);
    await queries.invalidateQueries({ queryKey: ['dev resources', file] });
  };
  return (
    <>
      <button type="button" className="quiet-button" aria-label={`Edit ${resource.name}`} onClick={edit}>
        Edit
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${resource.name}`}
        title="Remove"
        onClick={() => void remove()}
      >
        <Icon name="close" />
      </button>
    </>
  );
}
