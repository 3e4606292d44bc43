import { useState } from 'react';
import { addressOf } from '../../api/address-of.ts';
import { Notice } from '../../parts/notice.tsx';
import type { ChangedFrame, Sides } from './compare-queries.ts';
import { type View, views } from './comparison.ts';
import '../../parts/view-choices.css';

interface FramePicturesProps {
  readonly sides: Sides;
  readonly frame: ChangedFrame;
  readonly view: View;
  readonly onView: (view: View) => void;
}

const names: Readonly<Record<View, string>> = {
  beside: 'Side by side',
  over: 'Overlay',
  difference: 'Difference',
};

/** A frame as it was and as it is: beside each other, one over the other, or what differs. */
export function FramePictures({ sides, frame, view, onView }: FramePicturesProps) {
  const picture = (kind: Kind) => <Picture sides={sides} frame={frame} kind={kind} />;
  return (
    <div className="frame-pictures">
      <fieldset className="view-choices">
        <legend className="unseen">How to look at {frame.name}</legend>
        {views.map((one) => (
          <label key={one}>
            <input type="radio" name="view" checked={one === view} onChange={() => onView(one)} />
            {names[one]}
          </label>
        ))}
      </fieldset>
      {view === 'beside' && (
        <div className="pictures-beside">
          {picture('before')}
          {picture('after')}
        </div>
      )}
      {view === 'over' && <Overlay before={picture('before')} after={picture('after')} />}
      {view === 'difference' && (
        <>
          {picture('difference')}
          <p className="quiet">
            Red is what differs; yellow differs by the smoothing of edges alone, which does not count.
          </p>
        </>
      )}
    </div>
  );
}

/** The later one over the earlier one, as much of it as the slider says. */
function Overlay({ before, after }: { before: React.ReactNode; after: React.ReactNode }) {
  const [part, setPart] = useState(50);
  return (
    <>
      <label className="overlay-slider">
        How much of the later picture is shown
        <input
          type="range"
          min={0}
          max={100}
          value={part}
          onChange={(event) => setPart(Number(event.target.value))}
        />
      </label>
      <div className="pictures-over">
        {before}
        <div className="picture-over" ref={(place) => place?.style.setProperty('--part', `${100 - part}%`)}>
          {after}
        </div>
      </div>
    </>
  );
}

type Kind = 'before' | 'after' | 'difference';

const captions: Readonly<Record<Kind, string>> = {
  before: 'Before',
  after: 'After',
  difference: 'Difference',
};
const absent = { before: 'added', after: 'removed' } as const;

interface PictureProps {
  readonly sides: Sides;
  readonly frame: ChangedFrame;
  readonly kind: Kind;
}

function Picture({ sides: { file, from, to }, frame, kind }: PictureProps) {
  const [state, setState] = useState<'loading' | 'there' | 'missing'>('loading');
  if (kind !== 'difference' && frame.kind === absent[kind])
    return <p className="picture-absent quiet">{kind === 'before' ? 'It was not there.' : 'It is gone.'}</p>;
  const address = addressOf('GET /workspace/v1/files/{file_key}/diff/images', {
    path: { file_key: file },
    query: { from, to, node: frame.id, kind },
  });
  return (
    <figure className="compared-picture" aria-busy={state === 'loading'}>
      {state === 'missing' ? (
        <Notice kind="wrong">This picture could not be drawn. Reload the page to try again.</Notice>
      ) : (
        <img
          src={address}
          alt={`${frame.name}: ${captions[kind].toLowerCase()}`}
          onLoad={() => setState('there')}
          onError={() => setState('missing')}
        />
      )}
      <figcaption className="quiet">{state === 'loading' ? 'Drawing…' : captions[kind]}</figcaption>
    </figure>
  );
}
