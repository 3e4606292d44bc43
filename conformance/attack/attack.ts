import { AnswerCounts } from './answer-counts.ts';
import {
  isAsPublished,
  isInTime,
  isNoFailure,
  tellsNothingForeign,
  unprovenIsRefused,
} from './answer-properties.ts';
import { answerCheckOf } from './answer-schemas.ts';
import { attackOperation, type Field, type Finding } from './attack-operation.ts';
import type { AttackedServer } from './attacked-server.ts';
import { Planner } from './planned-calls.ts';
import { prepare } from './prepare-server.ts';
import type { Operation } from './published-interface.ts';
import { shareOf } from './request-shares.ts';
import { senderTo } from './sender.ts';
import { storedStateOf } from './stored-state.ts';

export interface AttackOptions {
  /** In test mode. What is stored is watched where its installation is known. */
  readonly server: Pick<AttackedServer, 'url' | 'ca' | 'adminToken'> &
    Partial<Pick<AttackedServer, 'installation' | 'provider'>>;
  readonly seed: number;
  /** How many requests, about: for each operation, or in all. */
  readonly size: { readonly each: number } | { readonly all: number };
  /** Where an attack in rounds goes on, counted from 0. */
  readonly firstRound?: number | undefined;
  /** Only operations whose id it says yes to. */
  readonly wants?: (operationId: string) => boolean;
  /** Begins at one failing case: the path that a finding names. */
  readonly path?: string | undefined;
  readonly onProgress?: (progress: Progress) => void;
  readonly onFinding?: (finding: Finding) => void;
}

export interface Progress {
  readonly operation: string;
  readonly round: number;
  readonly rounds: number;
  /** Operations of the round that are done. */
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
  /** Operations that refused whatever they were sent, and why they have to. */
  readonly neverTaken: ReadonlyMap<string, string>;
  /** Seen once and not again when the same was played from the start. */
  readonly unrepeated: readonly string[];
}

/** Attacks every operation of a server, one after the other; many requests in rounds. */
export async function attack(options: AttackOptions): Promise<Outcome> {
  const { server } = options;
  const prepared = await prepare(server);
  const { send, close } = senderTo(server);
  const state = server.installation === undefined ? undefined : await storedStateOf(server.installation);
  const counts = new AnswerCounts();
  const properties = [
    isNoFailure,
    isInTime,
    isAsPublished(answerCheckOf(prepared.published)),
    unprovenIsRefused,
    tellsNothingForeign,
  ];
  const field: Field = {
    stage: { prepared, send, state, properties, counted: (answer, id) => counts.count(answer, id) },
    planner: new Planner(prepared.published),
    path: options.path,
    unrepeated: [],
  };
  try {
    const found = await attackAll(options, field, counts);
    const { findings, neverTaken } = counts.taken({
      ...options,
      isSingleSignOn: server.provider !== undefined,
    });
    for (const finding of findings) options.onFinding?.(finding);
    const { requests, statuses } = counts;
    return {
      requests,
      statuses,
      neverTaken,
      findings: [...found, ...findings],
      unrepeated: field.unrepeated,
    };
  } finally {
    await close();
    await state?.close();
  }
}

async function attackAll(options: AttackOptions, field: Field, counts: AnswerCounts): Promise<Finding[]> {
  const { wants = () => true, onProgress = () => {}, onFinding = () => {}, firstRound = 0 } = options;
  const operations = [...field.stage.prepared.published.operations.values()].filter(({ id }) => wants(id));
  const { each, rounds } = roundsOf(operations, options);
  const findings = new Map<string, Finding>();
  for (let round = firstRound; round < rounds; round += 1) {
    for (const [done, operation] of operations.entries()) {
      // What is broken is found again and again, and each time the smallest sequence is looked for.
      const finding = findings.has(operation.id)
        ? undefined
        : await attackOperation(operation, each * shareOf(operation), field, options.seed + round);
      if (options.path === undefined) counts.attacked.add(operation.id);
      if (finding !== undefined) {
        findings.set(operation.id, finding);
        onFinding(finding);
      }
      onProgress({
        operation: operation.id,
        round,
        rounds,
        done: done + 1,
        of: operations.length,
        requests: counts.requests,
        findings: findings.size,
      });
    }
  }
  return [...findings.values()];
}

/** About, for each operation: two sequences. Then it is the turn of the next one. */
const requestsOfRound = 240;

function roundsOf(
  operations: readonly Operation[],
  { size }: AttackOptions,
): { readonly each: number; readonly rounds: number } {
  if ('each' in size) return { each: size.each, rounds: 1 };
  const ofRound = operations.reduce((sum, operation) => sum + requestsOfRound * shareOf(operation), 0);
  return { each: requestsOfRound, rounds: Math.ceil(size.all / ofRound) };
}
