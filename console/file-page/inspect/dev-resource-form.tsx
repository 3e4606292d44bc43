import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { NotYet, sentenceOf } from '../../api/refusals.ts';
import { useRoom } from '../room.ts';
import type { DevResource } from './dev-resource-query.ts';

interface DevResourceFormProps {
  readonly node: string;
  /** What is changed; nothing for a new one. */
  readonly resource: DevResource | undefined;
  readonly done: () => void;
}

/** Name and address of a link. */
export function DevResourceForm({ node, resource, done }: DevResourceFormProps) {
  const { file } = useRoom();
  const queries = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const save = useMutation({
    mutationFn: async (link: { name: string; url: string }) => {
      const { errors = [] } = await send(link, { file, node, resource });
      const [problem] = errors;
      if (problem !== undefined) throw new NotYet(problem.error);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['dev resources', file] });
      done();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    save.mutate({ name: String(given.get('name')), url: String(given.get('url')) });
  };
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    done();
  };
  return (
    <form className="panel-form" onSubmit={submit} onKeyDown={cancelByKey}>
      <label>
        Name
        <input name="name" required defaultValue={resource?.name} ref={first} />
      </label>
      <label>
        Address
        <input name="url" type="url" required placeholder="https://" defaultValue={resource?.url} />
      </label>
      {save.error !== null && <p role="alert">{sentenceOf(save.error)}</p>}
      <div className="panel-choices">
        <button type="button" className="button" onClick={done}>
          Cancel
        </button>
        <button type="submit" className="button button-main" disabled={save.isPending}>
          {resource === undefined ? 'Add' : 'Save'}
        </button>
      </div>
    </form>
  );
}

interface Where {
  readonly file: string;
  readonly node: string;
  readonly resource: DevResource | undefined;
}

const send = (
  link: { name: string; url: string },
  { file, node, resource }: Where,
): Promise<{ errors?: readonly { error: string }[] }> =>
  resource === undefined
    ? call('POST /v1/dev_resources', {
        body: { dev_resources: [{ ...link, file_key: file, node_id: node }] },
      })
    : call('PUT /v1/dev_resources', { body: { dev_resources: [{ ...link, id: resource.id }] } });
