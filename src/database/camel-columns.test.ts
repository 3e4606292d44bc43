import { expect, expectTypeOf, test } from 'vitest';
import { teamIdOf, userIdOf } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from './camel-columns.ts';

const { selected, columnsOf } = camelColumns('team_members', ['team_id', 'user_id', 'role']);

test('columns are selected under the names that the program has for them', () => {
  expect(selected).toEqual([
    'team_members.team_id as teamId',
    'team_members.user_id as userId',
    'team_members.role as role',
  ]);
  expectTypeOf<CamelRow<'team_members'>>().toHaveProperty('teamId');
});

test('values of a row become its columns, and nothing becomes of what is left out', () => {
  expect(columnsOf({ teamId: teamIdOf('100'), userId: userIdOf('2'), role: 'viewer' })).toEqual({
    team_id: teamIdOf('100'),
    user_id: userIdOf('2'),
    role: 'viewer',
  });
  expect(columnsOf({ role: 'admin' })).toEqual({ role: 'admin' });
});
