/// <reference lib="esnext.disposable" preserve="true" />

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Answer } from '../contract/calls.ts';
import type { Fault, ReceivedRequest, WorkspaceFile } from '../contract/generated/types.ts';
import { type ControlCalls, controlCalls } from './control-calls.ts';
import { endProcess, startProcess } from './server-process.ts';

export type { Fault, ReceivedRequest, WorkspaceFile } from '../contract/generated/types.ts';

/** What a workspace file holds, or the path of one in YAML or JSON. */
export type Workspace = WorkspaceFile | string;

export interface StartOptions {
  /** The state that the server begins with, and that `reset` goes back to. */
  readonly workspace?: Workspace;
  /** By the names of the environment, as `VITRINE_RATE_LIMITS`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A workspace of one test, whose ids, keys and tokens are its own. */
export interface World {
  /** The id, key or client id that stands for the one of the workspace file. @throws Error where it names none */
  id(local: string): string;
  /** The token that stands for the one of the workspace file. @throws Error where it names none */
  token(local: string): string;
  /** Of somebody who administers all of this world and nothing else. */
  readonly adminToken: string;
}

/** What goes wrong on request. */
export interface Faults {
  /** Makes the next calls of an operation fail, wait or break off. */
  add(fault: Fault): Promise<void>;
  /** Takes back every fault. */
  clear(): Promise<void>;
}

/** A server for a run of tests. */
export interface Vitrine extends AsyncDisposable {
  /** As `https://127.0.0.1:41234`. */
  readonly url: string;
  /** The same server without TLS, for clients that can't be given a certificate authority. */
  readonly httpUrl: string;
  /** The certificate authority, as PEM. */
  readonly ca: string;
  /** Path of the file with it, as for `NODE_EXTRA_CA_CERTS`. */
  readonly caPath: string;
  /** Of the administrator, who may do everything. */
  readonly adminToken: string;
  /** Loads a workspace for one test; worlds share nothing but the clock. */
  world(workspace: Workspace): Promise<World>;
  /** Moves the clock, as by `90s`, `30m`, `2h` or `7d`: what is due until then happens. @returns the time then */
  advance(duration: string): Promise<Date>;
  readonly faults: Faults;
  /** The calls received since the last reset, oldest first, secrets masked. */
  requests(): Promise<ReceivedRequest[]>;
  /** Goes back to the state of the start; worlds, faults and received calls are gone. The clock stays. */
  reset(): Promise<void>;
  /** Ends the server and takes its data away. */
  stop(): Promise<void>;
}

/**
 * Starts a server in test mode with a folder of its own, on a free port of this machine. It ends with `stop`, or with
 * the process that started it. Any number may run side by side.
 *
 * @throws Error with what the server said, where it does not start
 */
export async function startVitrine({ workspace, settings = {} }: StartOptions = {}): Promise<Vitrine> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-for-tests-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const { child, facts } = await startProcess(folder, settings);
    const { url, ca: caPath, adminToken } = facts;
    const ca = await readFile(caPath, 'utf8');
    const calls = controlCalls({ url, ca, adminToken });
    const stop = async () => {
      calls.close();
      await endProcess(child);
      await remove();
    };
    try {
      const start = workspace === undefined ? undefined : await begin(calls, workspace);
      const places = { url, httpUrl: url.replace(/^https/, 'http'), ca, caPath, adminToken };
      return { ...places, ...controlsOf(calls, start), stop, [Symbol.asyncDispose]: stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    await remove();
    throw error;
  }
}

/** @returns the state to go back to */
async function begin(calls: ControlCalls, workspace: Workspace): Promise<string> {
  await calls.send('POST /workspace/v1/apply', await contentOf(workspace));
  const { id } = await calls.send('POST /test/v1/snapshot');
  return id;
}

type Controls = Pick<Vitrine, 'world' | 'advance' | 'faults' | 'requests' | 'reset'>;

function controlsOf(calls: ControlCalls, start: string | undefined): Controls {
  return {
    world: async (workspace) =>
      worldOf(await calls.send('POST /test/v1/workspaces', await contentOf(workspace))),
    advance: async (advance) => {
      const { now } = await calls.send('POST /test/v1/clock', { advance });
      return new Date(now);
    },
    faults: {
      add: async (fault) => void (await calls.send('POST /test/v1/faults', fault)),
      clear: async () => void (await calls.send('DELETE /test/v1/faults')),
    },
    requests: async () => (await calls.send('GET /test/v1/requests')).requests,
    reset: async () =>
      void (await calls.send('POST /test/v1/reset', start === undefined ? {} : { snapshot: start })),
  };
}

function worldOf({ ids, tokens, adminToken }: Answer<'POST /test/v1/workspaces'>): World {
  const find = (names: Readonly<Record<string, string>>, kind: string) => (local: string) => {
    if (Object.hasOwn(names, local)) return names[local]!;
    throw new Error(`The world has no ${kind} "${local}".`);
  };
  return { id: find(ids, 'id'), token: find(tokens, 'token'), adminToken };
}

/** @throws Error naming file, line and field for everything that is wrong with it */
async function contentOf(workspace: Workspace): Promise<WorkspaceFile> {
  if (typeof workspace !== 'string') return workspace;
  const { readWorkspaceFile } = await import('../cli/workspace-file.ts');
  return readWorkspaceFile(resolve(workspace), workspace);
}
