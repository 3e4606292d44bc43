import type { Mirror, MirroredFile } from './mirror-queries.ts';
import { fileStateWords, stateWords } from './mirror-words.ts';
import './mirrors.css';

export const MirrorState = ({ state }: { state: Mirror['state'] }) => (
  <span className={`mirror-state mirror-${state}`}>{stateWords[state]}</span>
);

export const FileState = ({ state }: { state: MirroredFile['state'] }) => (
  <span className={`mirror-state mirror-${state}`}>{fileStateWords[state]}</span>
);
