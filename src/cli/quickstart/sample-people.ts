import type { WorkspaceFile } from '../../contract/contract.ts';
import { randomIds } from '../../ids.ts';
import { tableText } from '../printed-text.ts';

const passwordLength = 20;

/** The sample with a password for each of its people, so that they can sign in to the console. */
export function withPasswords(sample: WorkspaceFile): WorkspaceFile {
  const users = sample.users?.map((user) => ({
    ...user,
    password: randomIds.secret().slice(0, passwordLength),
  }));
  return { ...sample, ...(users === undefined ? {} : { users }) };
}

/**
 * How each person of the sample signs in and calls: a table for the first start, which alone knows it.
 *
 * @param tokens Made by the first start, by `user/name`
 */
export function peopleTable(sample: WorkspaceFile, tokens: Readonly<Record<string, string>>): string {
  const tokenOf = new Map(Object.entries(tokens).map(([owner, token]) => [owner.split('/')[0], token]));
  const rows = (sample.users ?? []).map((user) => [
    user.email,
    user.password ?? '',
    tokenOf.get(user.id ?? '') ?? '',
  ]);
  return tableText(['SIGN IN AS', 'PASSWORD', 'TOKEN FOR CALLS'], rows);
}
