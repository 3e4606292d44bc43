import { useSyncExternalStore } from 'react';
import type { Answer } from '../../api/call.ts';
import { keepInTab, keptInTab } from '../../api/kept-in-tab.ts';

export type Pushed = Answer<'PUT /workspace/v1/files/{file_key}/content'>;

/** A design on its way in. */
export interface ImportJob {
  readonly id: string;
  /** As the file on the person's machine is called. */
  readonly title: string;
  /** Of the project or the file that takes it, for the pages that show it. */
  readonly place: string;
  readonly state: 'waiting' | 'sending' | 'reading' | 'done' | 'refused';
  /** From 0 to 1, while its bytes are sent. */
  readonly sent: number;
  readonly pushed?: Pushed;
  /** Why it was refused. */
  readonly refusal?: string;
}

const place = 'imports';
const mostKept = 20;

let jobs: readonly ImportJob[] = kept();
const listeners = new Set<() => void>();

export function putJob(job: ImportJob): void {
  const isNew = !jobs.some(({ id }) => id === job.id);
  replace(isNew ? [job, ...jobs] : jobs.map((one) => (one.id === job.id ? job : one)));
}

export const forgetJob = (id: string): void => replace(jobs.filter((job) => job.id !== id));

function replace(next: readonly ImportJob[]): void {
  jobs = next;
  keep(next.filter(({ state }) => state === 'done' || state === 'refused'));
  for (const listener of listeners) listener();
}

export const useImportJobs = (): readonly ImportJob[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => jobs,
  );

/** Reports stay readable when the page is loaded again; one that is too long for the browser, until it is left. */
const keep = (ended: readonly ImportJob[]): void =>
  keepInTab(place, JSON.stringify(ended.slice(0, mostKept)));

function kept(): ImportJob[] {
  try {
    return JSON.parse(keptInTab(place) || '[]');
  } catch {
    return [];
  }
}
