import type { Stats } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { LeastRecent } from '../least-recent.ts';
import { type BlobFault, faultOf } from './blob-fault.ts';
import type { BlobId, Hashed } from './blob-store.ts';
import { BlobDamaged } from './object-store.ts';

/** Compares files of blobs with the hashes that are their names, and remembers what came of it while a file is the same. */
export interface ProvenFiles {
  /**
   * Takes note of a file that somebody is about to read: it is compared some seconds later.
   * @throws BlobDamaged where it is no file, or was found damaged
   */
  look(id: BlobId, file: Stats): void;
  /** Compares a file now. @throws BlobDamaged */
  prove(id: BlobId): Promise<void>;
  /** The file was stored just now, and its bytes were hashed on their way. */
  stored(id: BlobId): void;
  close(): void;
}

interface ProvingParts {
  /** @throws BlobNotFound */
  readonly stat: (id: BlobId) => Promise<Stats>;
  readonly hash: (id: BlobId) => Promise<Hashed>;
  /** Hears once of each file that is missing or damaged. */
  readonly found: (id: BlobId, fault: BlobFault) => void;
  /** From the first look at a file until it is compared. */
  readonly restMs?: number;
}

/** What was just asked for is answered first. */
const usualRestMs = 5_000;
/** Comparing rests for so many times as long as it takes. */
const restShare = 4;
const mostRemembered = 100_000;
/** Stands for the state of a file that nobody has looked at since it was stored. */
const justStored = 'stored';
const gone = 'gone';

const stateOf = ({ ino, size, mtimeMs }: Stats): string => `${ino} ${size} ${mtimeMs}`;

export function provenFiles({ stat, hash, found, restMs }: ProvingParts): ProvenFiles {
  const right = new LeastRecent<BlobId, string>(mostRemembered);
  const damaged = new Map<BlobId, string>();
  const noteDamage = (id: BlobId, state: string): BlobDamaged => {
    right.delete(id);
    if (damaged.get(id) !== state) found(id, state === gone ? 'missing' : 'changed');
    damaged.set(id, state);
    return new BlobDamaged(id, state === gone ? 'there is no file' : 'its bytes have another hash');
  };
  const prove = oncePerBlob(async (id) => {
    let state = gone;
    try {
      state = stateOf(await stat(id));
      if ((await hash(id)).id === id) {
        damaged.delete(id);
        right.set(id, state);
        return;
      }
    } catch (error) {
      if (faultOf(error) === undefined) throw error;
    }
    throw noteDamage(id, state);
  });
  const later = provingLater(async (id) => {
    if (right.get(id) !== stateOf(await stat(id))) await prove(id);
  }, restMs);
  return {
    look: (id, file) => {
      const state = stateOf(file);
      const known = right.get(id);
      if (!file.isFile() || damaged.get(id) === state) throw noteDamage(id, state);
      if (known === justStored) right.set(id, state);
      else if (known !== state) later.add(id);
    },
    prove,
    stored: (id) => {
      damaged.delete(id);
      right.set(id, justStored);
    },
    close: later.close,
  };
}

/** Those who want the same at the same time share it. */
function oncePerBlob(work: (id: BlobId) => Promise<void>): (id: BlobId) => Promise<void> {
  const underWay = new Map<BlobId, Promise<void>>();
  return (id) => {
    const shared = underWay.get(id) ?? work(id).finally(() => underWay.delete(id));
    underWay.set(id, shared);
    return shared;
  };
}

/** One file after the other, each some time after it was added, with rests in between. */
function provingLater(prove: (id: BlobId) => Promise<void>, restMs = usualRestMs) {
  /** With the time when it is due. */
  const waiting = new Map<BlobId, number>();
  let isClosed = false;
  let isAtWork = false;
  const rest = (ms: number) => pause(Math.max(ms, 0), undefined, { ref: false });
  const proveAll = async (): Promise<void> => {
    isAtWork = true;
    for (const [id, dueAt] of waiting) {
      await rest(dueAt - performance.now());
      if (isClosed) return;
      const begunAt = performance.now();
      // What was deleted meanwhile is not missed; what cannot be read now is compared when it is asked for again.
      await prove(id).catch(() => undefined);
      waiting.delete(id);
      await rest((performance.now() - begunAt) * restShare);
    }
    isAtWork = false;
  };
  return {
    add: (id: BlobId): void => {
      if (!waiting.has(id)) waiting.set(id, performance.now() + restMs);
      if (!isAtWork) void proveAll();
    },
    close: (): void => {
      isClosed = true;
    },
  };
}
