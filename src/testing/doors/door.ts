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
  'consent to an app',
  'token request of an app',
  'password page',
  'first start',
  'upkeep',
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
  /**
   * What the refusal says, with `…` for what is put in; several where doors say it in words of their own. It is the
   * sentence in the code as it stands there (`refusals.ts`), so that no other refusal passes for it.
   */
  readonly words: string | readonly string[];
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
  'content push': 'Of most nouns a design brings nothing.',
} as const;
export const noInterface = { interface: 'No operation of the interface writes it.' } as const;
export const noOwn = {
  'own operation': 'The interface has the operation, so we have none of our own.',
} as const;
export const noBringing = (why: string) => ({ 'workspace file': why, 'test world': why }) as const;
/** Doors that bring one thing each, and none of most nouns. */
export const noSideDoor = {
  'consent to an app': 'Somebody lets an app act for them there, and changes nothing else.',
  'token request of an app': 'An app gets tokens there, and changes nothing else.',
  'password page': 'Who follows a link chooses a password there, and changes nothing else.',
  'first start':
    'It makes the first administrator and place of an installation that has nothing, by names of its own.',
  upkeep: 'It takes away what has ended, and makes nothing.',
} as const;
/** Why no backup can be made that breaks a rule; each is true of its own rows alone. */
export const noRestore = {
  asRight:
    'No row says by whose right it came, and the administrator of the installation alone restores, who has every right.',
  byName: 'It names nothing that has to be there: whatever there was gives way to the backup.',
  asChange: 'It is a rule of how something is changed; a row says how it is, and not how it came to be so.',
  ofHash: 'A backup holds the hash of a password, which says nothing of the password.',
  ofSecrets: 'Sessions, codes and links for a password never come back.',
  ofContent: 'It is within the content of a file, which comes back whole, by its checksum.',
} as const;

/** Why rows come back that the writers would refuse. */
export const comesBack = {
  tooMany: 'An installation that holds more than there may be comes back whole.',
  olderForm:
    'What was written before the rule was comes back: it is a text that is shown, and opens nothing.',
} as const;

/** All but our own operations, the workspace file, test worlds and a restore. */
export const ownAlone = { ...noInterface, ...noContent, ...noJoining, ...noSideDoor } as const;
/** All but the interface, the workspace file, test worlds and a restore. */
export const interfaceAlone = { ...noOwn, ...noContent, ...noJoining, ...noSideDoor } as const;
