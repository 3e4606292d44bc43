import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnNode } from '../../../src/code/own-node.ts';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { useRoom } from '../room.ts';
import { PanelSection } from './panel-section.tsx';

const states = { NONE: 'None', READY_FOR_DEV: 'Ready for development', COMPLETED: 'Completed' } as const;
type State = keyof typeof states;

/** What may have a state of development. */
const kinds: ReadonlySet<string> = new Set(['FRAME', 'SECTION', 'COMPONENT', 'COMPONENT_SET', 'INSTANCE']);

/** The state of development; who may edit sets it, with a message. */
export function DevStatus({ node }: { node: OwnNode }) {
  const { version, ...room } = useRoom();
  const now = (node.devStatus?.type ?? 'NONE') as State;
  const mayEdit = version === undefined && room.mayEdit;
  if (!kinds.has(node.type) || (!mayEdit && now === 'NONE')) return null;
  return (
    <PanelSection title="Development">
      {mayEdit ? <StatusForm node={node} now={now} /> : <p>{states[now] ?? now}</p>}
      {room.closed !== undefined && <p className="quiet">{room.closed}</p>}
      {!mayEdit && node.devStatus?.description !== undefined && <p>{node.devStatus.description}</p>}
    </PanelSection>
  );
}

function StatusForm({ node, now }: { node: OwnNode; now: State }) {
  const { file, askSoon } = useRoom();
  const queries = useQueryClient();
  const [message, setMessage] = useState(node.devStatus?.description ?? '');
  const [status, setStatus] = useState<State>(now);
  const set = useMutation({
    mutationFn: () =>
      call('PUT /workspace/v1/files/{file_key}/nodes/{node_id}/dev-status', {
        path: { file_key: file, node_id: node.id },
        body: { status, ...(message === '' || status === 'NONE' ? {} : { message }) },
      }),
    onSuccess: () => {
      askSoon();
      return queries.invalidateQueries({ queryKey: ['node', file] });
    },
  });
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <label>
        State
        <select value={status} onChange={(event) => setStatus(event.target.value as State)}>
          {Object.entries(states).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {status !== 'NONE' && (
        <label>
          Message
          <input value={message} maxLength={2000} onChange={(event) => setMessage(event.target.value)} />
        </label>
      )}
      {set.error !== null && <p role="alert">{sentenceOf(set.error)}</p>}
      <div>
        <button type="submit" className="button" disabled={set.isPending}>
          Set state
        </button>
      </div>
    </form>
  );
}
