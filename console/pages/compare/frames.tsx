import { useInfiniteQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/refusals.ts';
import { NextPage } from '../../parts/next-page.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/section.tsx';
import { type ChangedFrame, framesQuery, type Sides } from './compare-queries.ts';
import type { Comparison, View } from './comparison.ts';
import { FramePictures } from './frame-pictures.tsx';
import { PathWords } from './path-words.tsx';

interface FramesProps {
  readonly sides: Sides;
  /** Id of the one that is looked at; the first where none is named. */
  readonly frame: string | undefined;
  readonly view: View;
  readonly goTo: (place: Comparison) => void;
}

/** The frames in which something is another, and pictures of one of them. */
export function Frames({ sides, frame, view, goTo }: FramesProps) {
  const answer = useInfiniteQuery(framesQuery(sides));
  const frames = answer.data?.pages.flatMap((page) => page.frames) ?? [];
  const shown = frames.find(({ id }) => id === frame) ?? frames[0];
  return (
    <Section title="Frames">
      {answer.isError && <Notice kind="wrong">{sentenceOf(answer.error)}</Notice>}
      {answer.isPending && <p className="quiet">Comparing…</p>}
      {answer.isSuccess && frames.length === 0 && <p className="quiet">No frame looks different.</p>}
      {shown !== undefined && (
        <div className="compared-frames">
          <div>
            <ol className="changed-frames" aria-label="Changed frames">
              {frames.map((one) => (
                <li key={`${one.kind} ${one.id}`}>
                  <FrameButton frame={one} isShown={one === shown} onPress={() => goTo({ frame: one.id })} />
                </li>
              ))}
            </ol>
            <NextPage of={answer} words="Show more frames" />
          </div>
          <FramePictures
            key={`${sides.from} ${sides.to} ${shown.id}`}
            sides={sides}
            frame={shown}
            view={view}
            onView={(next) => goTo({ view: next })}
          />
        </div>
      )}
    </Section>
  );
}

interface FrameButtonProps {
  readonly frame: ChangedFrame;
  readonly isShown: boolean;
  readonly onPress: () => void;
}

const FrameButton = ({ frame: { kind, name, path }, isShown, onPress }: FrameButtonProps) => (
  <button type="button" className="changed-frame" aria-current={isShown} onClick={onPress}>
    <strong>
      <bdi>{name}</bdi>
    </strong>
    <span className="quiet">
      <PathWords path={path} /> · {kind}
    </span>
  </button>
);
