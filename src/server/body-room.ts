import type { FastifyRequest } from 'fastify';
import { sharedRoom } from '../processes/shared-room.ts';
import type { Party } from '../processes/turns.ts';

/** Room in memory for one body of JSON. */
export interface BodyRoom {
  /** Waits until there is room for as many bytes, before they are read. */
  forBytes(sizeBytes: number): Promise<void>;
  /** Waits until there is room for the value of as many bytes, before it is made. */
  forValue(sizeBytes: number): Promise<void>;
  /** Gives back the room for bytes, once the value is made of them. */
  leaveBytes(): void;
  /** Gives all of it back, once nothing is done with the body any more. */
  leave(): void;
}

/** In whose name a body comes, and until when somebody waits for what becomes of it. */
interface Sender {
  readonly party: Party;
  readonly hangUp: () => AbortSignal;
}

/** Who sends a request: its caller, or all together of whom nobody knows who they are, from however many places. */
export function senderOf(request: FastifyRequest, hangUp: () => AbortSignal): Sender {
  const user = request.caller?.user;
  return { party: { organization: user?.organizationId ?? '', caller: user?.id ?? '' }, hangUp };
}

/** Smaller ones never wait. */
const smallBytes = 16 * 1024;

const mebibyte = 2 ** 20;

/**
 * Room for the bodies that are in memory at once. Their values take up to thirty times as much as they do, so of these
 * there are fewer; a body of which only the bytes are there holds up no value, however slowly the rest of it comes.
 */
export function roomForBodies(): (sender: Sender) => BodyRoom {
  const bytes = sharedRoom({ ofAll: 256 * mebibyte, ofOne: 64 * mebibyte });
  const values = sharedRoom({ ofAll: 32 * mebibyte, ofOne: 16 * mebibyte });
  return ({ party, hangUp }) => {
    const ofBytes: (() => void)[] = [];
    const ofValue: (() => void)[] = [];
    const take = async (room: typeof bytes, taken: (() => void)[], sizeBytes: number): Promise<void> => {
      if (sizeBytes > smallBytes) taken.push(await room.take(party, sizeBytes, hangUp()));
    };
    const leave = (taken: (() => void)[]): void => {
      for (const giveBack of taken.splice(0)) giveBack();
    };
    return {
      forBytes: (sizeBytes) => take(bytes, ofBytes, sizeBytes),
      forValue: (sizeBytes) => take(values, ofValue, sizeBytes),
      leaveBytes: () => leave(ofBytes),
      leave: () => {
        leave(ofBytes);
        leave(ofValue);
      },
    };
  };
}
