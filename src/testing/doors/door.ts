import type { TestAnswer } from '../test-server.ts';
import type { Visit } from './visit.ts';

/** The ways by which something comes to be stored. */
export const doors = [
  'interface',
  'own operation',
  'content push',
  'workspace file',
  'test world',
  'invitation',
  'single sign-on',
  'restore',
] as const;

export type Door = (typeof doors)[number];

/** Tries what a rule forbids; answers as the server does, or what was said, where there is no answer. */
export type Try = (visit: Visit) => Promise<TestAnswer | string | undefined>;

/** A door that lets through what others refuse, and why it may. */
export interface LetThrough {
  readonly lets: Try;
  readonly because: string;
}

/** What becomes of a rule at a door: it refuses, or lets through, or a sentence says why there is nothing to try. */
export type AtDoor = Try | LetThrough | string;

/** A rule of a noun. Whoever adds a door, or a rule, has to say of each of the others what becomes of it there. */
export interface Rule {
  /** Of the refusal, whichever door it is. */
  readonly words: RegExp;
  /** Makes what the rule needs to be broken. */
  readonly before?: (visit: Visit) => Promise<unknown>;
  readonly at: Readonly<Record<Door, AtDoor>>;
}

export type Rules = Readonly<Record<string, Rule>>;

export const isLetThrough = (at: AtDoor): at is LetThrough => typeof at === 'object';

/** Doors at which there is nothing of most nouns to try. */
export const noJoining = {
  invitation: 'It brings a person and nothing else.',
  'single sign-on': 'It brings a person and nothing else.',
} as const;
export const noContent = {
  'content push': 'No format that is read brings more than nodes and what they show.',
} as const;
export const noInterface = { interface: 'No operation of the interface writes it.' } as const;
export const noOwn = {
  'own operation': 'The interface has the operation, so we have none of our own.',
} as const;
export const noBringing = (why: string) => ({ 'workspace file': why, 'test world': why }) as const;
/** What a restore takes, and what it does not: no writer is called, so no rule of a noun is asked again. */
export const noRestore = {
  restore:
    'Rows come back as they were and past the writers: manifest and checksums, columns, types, keys and unique indexes hold them, and no rule beyond these.',
} as const;

/** All but our own operations, the workspace file and test worlds. */
export const ownAlone = { ...noInterface, ...noContent, ...noJoining, ...noRestore } as const;
/** All but the interface, the workspace file and test worlds. */
export const interfaceAlone = { ...noOwn, ...noContent, ...noJoining, ...noRestore } as const;
