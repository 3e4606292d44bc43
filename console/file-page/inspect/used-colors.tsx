import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { useRoom } from '../room.ts';
import { PanelSection } from './panel-section.tsx';
import { Properties, Property } from './property.tsx';
import { Swatch } from './swatch.tsx';

/** The colours in a layer, or on a page, with all that is in it; looked for when somebody wants to know. */
export function UsedColors({ node }: { node: string }) {
  const [isWanted, want] = useState(false);
  return (
    <PanelSection title="Colours used">
      {isWanted ? (
        <Colors node={node} />
      ) : (
        <button type="button" className="quiet-button" onClick={() => want(true)}>
          Look for them
        </button>
      )}
    </PanelSection>
  );
}

function Colors({ node }: { node: string }) {
  const { file, version, facts } = useRoom();
  const { data, error } = useQuery({
    queryKey: ['colors', file, version, facts.state, node],
    queryFn: () =>
      call('GET /viewer/v1/files/{file_key}/nodes/{node_id}/colors', {
        path: { file_key: file, node_id: node },
        query: version === undefined ? {} : { version },
      }),
  });
  if (error !== null) return <p role="alert">{sentenceOf(error)}</p>;
  if (data === undefined) return <p className="quiet">Looking…</p>;
  const rest = data.count - data.colors.length;
  return (
    <>
      <p className="quiet" role="status">
        {wordsFor(data.count)}
      </p>
      <Properties>
        {data.colors.map(({ value, count }) => (
          <Property
            key={value}
            name={count === 1 ? 'once' : `${count} times`}
            value={value}
            before={<Swatch paint={value} />}
          />
        ))}
      </Properties>
      {rest > 0 && <p className="quiet">{`And ${rest} that are used less.`}</p>}
    </>
  );
}

function wordsFor(count: number): string {
  if (count === 0) return 'No plain colours.';
  return count === 1 ? 'One colour.' : `${count} colours.`;
}
