import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { Icon } from '../parts/icon.tsx';
import { useRoom } from '../room.ts';
import { Hit } from './hit.tsx';

interface LayerSearchProps {
  readonly sought: string;
  readonly seek: (text: string) => void;
}

/** Finds layers of the whole file by a part of their names. */
export function LayerSearch({ sought, seek }: LayerSearchProps) {
  return (
    <search className="layer-search">
      <div className="search-field">
        <Icon name="search" />
        <input
          type="search"
          aria-label="Search layers"
          placeholder="Search layers"
          value={sought}
          maxLength={200}
          onChange={(event) => seek(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && seek('')}
        />
      </div>
      {sought.trim() !== '' && <Hits name={sought.trim()} />}
    </search>
  );
}

function Hits({ name }: { name: string }) {
  const { file, version, facts } = useRoom();
  const wanted = useDeferredValue(name);
  const { data, error } = useQuery({
    queryKey: ['layers named', file, version, facts.state, wanted],
    queryFn: () =>
      call('GET /viewer/v1/files/{file_key}/nodes', {
        path: { file_key: file },
        query: { name: wanted, ...(version === undefined ? {} : { version }) },
      }),
    placeholderData: (before) => before,
  });
  if (error !== null) return <p className="panel-words">{sentenceOf(error)}</p>;
  return (
    <div className="hits">
      <p className="panel-words" role="status">
        {data === undefined ? 'Searching…' : wordsOf(data.hits.length, data.has_more)}
      </p>
      <ul aria-label="Found layers">
        {data?.hits.map(({ layer, page }) => (
          <Hit key={layer.id} layer={layer} page={page} />
        ))}
      </ul>
    </div>
  );
}

function wordsOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'No layer has a name like this.';
  if (hasMore) return `The first ${count} layers. A longer name finds fewer.`;
  return count === 1 ? '1 layer' : `${count} layers`;
}
