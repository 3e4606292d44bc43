import { describe, expect, it } from 'vitest';
import { changesOf } from './watched-tables.ts';

describe('What a refused request leaves stored', () => {
  const before = new Map([
    ['files', '1'],
    ['variable_files', '1'],
    ['variable_parts', '1'],
    ['unread_versions', '1'],
    ['text_events', '1'],
    ['chores', '1'],
    ['sessions', '1'],
  ]);
  const changed = (...tables: string[]) =>
    new Map([...before, ...tables.map((table) => [table, '2'] as const)]);

  it('is compared by the tables that differ', () => {
    expect(changesOf(before, before)).toEqual([]);
    expect(changesOf(before, changed('files', 'variable_parts'))).toEqual(['files', 'variable_parts']);
  });

  it('may have references of variables settled, and nothing else', () => {
    expect(changesOf(before, changed('variable_files', 'variable_parts'))).toEqual([]);
    expect(changesOf(before, changed('variable_files', 'files'))).toEqual(['files']);
  });

  it('may hold the recorded texts of an earlier version, but none of the request', () => {
    expect(changesOf(before, changed('unread_versions', 'text_events'))).toEqual([]);
    expect(changesOf(before, changed('unread_versions'))).toEqual([]);
    expect(changesOf(before, changed('text_events'))).toEqual(['text_events']);
  });

  it('may lose what has ended while the work of every hour is done, but nothing else', () => {
    expect(changesOf(before, changed('chores', 'sessions'))).toEqual([]);
    expect(changesOf(before, changed('chores', 'files'))).toEqual(['files']);
    expect(changesOf(before, changed('sessions'))).toEqual(['sessions']);
  });
});
