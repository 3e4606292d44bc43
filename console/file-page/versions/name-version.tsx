import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { useRoom } from '../room.ts';

/** Gives what the file is now a name in its history. */
export function NameVersion() {
  const { file } = useRoom();
  const queries = useQueryClient();
  const [label, setLabel] = useState('');
  const [description, setDescription] = useState('');
  const name = useMutation({
    mutationFn: () =>
      call('POST /workspace/v1/files/{file_key}/versions', {
        path: { file_key: file },
        body: { label, ...(description === '' ? {} : { description }) },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['versions', file] });
      setLabel('');
      setDescription('');
    },
  });
  return (
    <form
      className="panel-form panel-form-head"
      onSubmit={(event) => {
        event.preventDefault();
        name.mutate();
      }}
    >
      <label>
        Name of this version
        <input required maxLength={200} value={label} onChange={(event) => setLabel(event.target.value)} />
      </label>
      {label !== '' && (
        <>
          <label>
            What is new in it
            <textarea rows={2} value={description} onChange={(event) => setDescription(event.target.value)} />
          </label>
          <div className="panel-choices">
            <button type="submit" className="button button-main" disabled={name.isPending}>
              Save to the history
            </button>
          </div>
        </>
      )}
      {name.error !== null && <p role="alert">{sentenceOf(name.error)}</p>}
    </form>
  );
}
