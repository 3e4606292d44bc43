import type { Mirror, MirroredFile } from './mirror-queries.ts';
import { fileStateWords, filesWords, stateWords, stepWords } from './mirror-words.ts';
import './mirrors.css';

export const MirrorState = ({ mirror: { state, incomplete } }: { mirror: Mirror }) => (
  <span className={`mirror-state mirror-${incomplete > 0 && state === 'current' ? 'lacking' : state}`}>
    {stateWords[state]}
    {incomplete > 0 && `, but for parts of ${filesWords(incomplete)}`}
  </span>
);

export const FileState = ({ file: { state, lacking } }: { file: MirroredFile }) => (
  <span className={`mirror-state mirror-${lacking !== undefined && state === 'current' ? 'lacking' : state}`}>
    {fileStateWords[state]}
    {lacking !== undefined && ', but not all of it'}
  </span>
);

/** Why a file is not current, and which parts of it could not be had. */
export const WhyNot = ({ file: { reason, lacking = [] } }: { file: MirroredFile }) => (
  <ul className="mirror-reasons">
    {reason !== undefined && <li>{reason}</li>}
    {lacking.map(({ part, reason: why }) => (
      <li key={part}>
        {stepWords[part] ?? part} could not be had: {why}
      </li>
    ))}
  </ul>
);
