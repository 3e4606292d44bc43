import type { Installation } from '../harness/server.ts';
import { answerCheckOf } from './answer-schemas.ts';
import { attackOperation, type Field, type Finding } from './attack-operation.ts';
import type { Operation } from './interface.ts';
import { isAsPublished, isInTime, isNoFailure, tellsNothingForeign, unprovenIsRefused } from './judge.ts';
import { Planner } from './plan.ts';
import { prepare } from './prepare.ts';
import { type Seen, senderTo } from './sender.ts';
import { storedStateOf } from './stored-state.ts';

export interface AttackOptions {
  /** In test mode. What is stored is watched where its installation is known. */
  readonly server: {
    readonly url: string;
    readonly ca: string;
    readonly adminToken: string;
    readonly installation?: Installation;
  };
  readonly seed: number;
  /** How many requests, about: for each operation, or in all. */
  readonly size: { readonly each: number } | { readonly all: number };
  /** Only operations whose id it says yes to. */
  readonly wants?: (operationId: string) => boolean;
  /** Begins at one failing case: the path that a finding names. */
  readonly path?: string | undefined;
  readonly onProgress?: (progress: Progress) => void;
  readonly onFinding?: (finding: Finding) => void;
}

export interface Progress {
  readonly operation: string;
  readonly done: number;
  readonly of: number;
  readonly requests: number;
  readonly findings: number;
}

export interface Outcome {
  readonly requests: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly findings: readonly Finding[];
  /** Operations that refused whatever they were sent. */
  readonly neverTaken: readonly string[];
  /** Seen once and not again when the same was played from the start. */
  readonly unrepeated: readonly string[];
}

/** Attacks every operation of a server, one after the other. */
export async function attack(options: AttackOptions): Promise<Outcome> {
  const { server } = options;
  const prepared = await prepare(server);
  const { send, close } = senderTo(server);
  const state = server.installation === undefined ? undefined : await storedStateOf(server.installation);
  const tally = new Tally();
  const properties = [
    isNoFailure,
    isInTime,
    isAsPublished(answerCheckOf(prepared.published)),
    unprovenIsRefused,
    tellsNothingForeign,
  ];
  const field: Field = {
    stage: { prepared, send, state, properties, counted: (answer, id) => tally.count(answer, id) },
    planner: new Planner(prepared.published),
    seed: options.seed,
    path: options.path,
    unrepeated: [],
  };
  try {
    const findings = await attackAll(options, field, tally);
    return { ...tally.outcome(), findings, unrepeated: field.unrepeated };
  } finally {
    await close();
    await state?.close();
  }
}

async function attackAll(options: AttackOptions, field: Field, tally: Tally): Promise<Finding[]> {
  const { wants = () => true, onProgress = () => {}, onFinding = () => {} } = options;
  const operations = [...field.stage.prepared.published.operations.values()].filter(({ id }) => wants(id));
  const findings: Finding[] = [];
  for (const [done, operation] of operations.entries()) {
    const finding = await attackOperation(operation, requestsOf(operation, operations, options), field);
    tally.attacked.push(operation.id);
    if (finding !== undefined) {
      findings.push(finding);
      onFinding(finding);
    }
    const { requests } = tally;
    onProgress({
      operation: operation.id,
      done: done + 1,
      of: operations.length,
      requests,
      findings: findings.length,
    });
  }
  return findings;
}

/** What draws, hashes passwords or copies the installation gets fewer requests than what only looks things up. */
const shares: Readonly<Record<string, number>> = {
  ...{
    getImages: 0.2,
    getViewerTile: 0.4,
    getViewerSiteTile: 0.4,
    downloadImage: 0.5,
    downloadThumbnail: 0.4,
  },
  ...{
    getBackup: 0.05,
    putBackup: 0.3,
    applyWorkspace: 0.2,
    createTestWorkspace: 0.1,
    createTestSnapshot: 0.1,
  },
  ...{
    postSignIn: 0.3,
    changePassword: 0.3,
    createUser: 0.5,
    updateUser: 0.5,
    postInvitation: 0.5,
    postResetPassword: 0.5,
  },
};
const shareOf = ({ id }: Operation): number => shares[id] ?? 1;

function requestsOf(operation: Operation, all: readonly Operation[], { size }: AttackOptions): number {
  if ('each' in size) return size.each * shareOf(operation);
  return (size.all * shareOf(operation)) / all.reduce((sum, one) => sum + shareOf(one), 0);
}

class Tally {
  requests = 0;
  readonly attacked: string[] = [];
  readonly #statuses = new Map<number, number>();
  readonly #taken = new Set<string>();

  count({ status }: Seen, operation: string): void {
    this.requests += 1;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status < 400) this.#taken.add(operation);
  }

  outcome(): Pick<Outcome, 'requests' | 'statuses' | 'neverTaken'> {
    const neverTaken = this.attacked.filter((id) => !this.#taken.has(id));
    return { requests: this.requests, statuses: this.#statuses, neverTaken };
  }
}
