import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../../api/call.ts';
import { Hit } from '../layers/hit.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useRoom } from '../room.ts';
import { AddFamily } from './add-family.tsx';
import './gaps.css';

type Gaps = Answer<'GET /viewer/v1/files/{file_key}/gaps'>;

/** Says what the pictures lack, where they lack anything; a click lists the layers and what to do. */
export function GapsNotice() {
  const { file, version, facts } = useRoom();
  const [isOpen, setOpen] = useState(false);
  const [isAway, setAway] = useState(false);
  const { data } = useQuery({
    queryKey: ['gaps', file, version, facts.state],
    queryFn: () =>
      call('GET /viewer/v1/files/{file_key}/gaps', {
        path: { file_key: file },
        query: version === undefined ? {} : { version },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined || isAway || (data.vectors.count === 0 && data.fonts.length === 0)) return null;
  return (
    <div className="gaps-notice">
      <span role="status">{sentence(data)}</span>
      <button type="button" className="quiet-button" onClick={() => setOpen(true)}>
        Show which
      </button>
      <button type="button" className="quiet-button" onClick={() => setAway(true)}>
        Hide
      </button>
      <Dialog title="What the pictures lack" isOpen={isOpen} close={() => setOpen(false)}>
        <GapsList gaps={data} />
      </Dialog>
    </div>
  );
}

function sentence({ vectors, fonts }: Gaps): string {
  const parts = [
    ...(vectors.count > 0
      ? [vectors.count === 1 ? '1 vector without its outline' : `${vectors.count} vectors without outlines`]
      : []),
    ...(fonts.length > 0
      ? [fonts.length === 1 ? '1 font that is not here' : `${fonts.length} fonts that are not here`]
      : []),
  ];
  return `The pictures of this file lack ${parts.join(' and ')}.`;
}

const GapsList = ({ gaps: { vectors, fonts, may_add_fonts: mayAdd } }: { gaps: Gaps }) => (
  <>
    {vectors.count > 0 && (
      <section className="gaps">
        <h3>Vectors without outlines</h3>
        <p className="quiet">
          The design was fetched without them. Fetch it once more with <code>geometry=paths</code> and import
          it again.
        </p>
        <ul>
          {vectors.layers.map(({ layer, page }) => (
            <Hit key={layer.id} layer={layer} page={page} />
          ))}
        </ul>
      </section>
    )}
    {fonts.map(({ family, count, layers }) => (
      <section key={family} className="gaps">
        <h3>{family}</h3>
        <p className="quiet">
          {count === 1 ? '1 text is' : `${count} texts are`} drawn in another font.{' '}
          {!mayAdd && (
            <>
              Whoever administers the server adds it with <code>npx vitrine font add --missing</code>.
            </>
          )}
        </p>
        {mayAdd && <AddFamily family={family} />}
        <ul>
          {layers.map(({ layer, page }) => (
            <Hit key={layer.id} layer={layer} page={page} />
          ))}
        </ul>
      </section>
    ))}
  </>
);
