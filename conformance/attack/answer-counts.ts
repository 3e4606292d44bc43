import type { Finding } from './attack-operation.ts';
import type { Seen } from './sender.ts';

/** So many requests of an operation come to something, where anything can. */
const enough = 50;

/** Operations that no request of an attack can bring to anything, and why. */
const outOfReach: Readonly<Record<string, string>> = {
  getSingleSignOnCallback: 'each way back from the provider is good once, in the browser that began it',
  postFirstRun:
    'it is good once, with the token of the administrator, and ends the state that all others need',
  getFontLicence:
    'a licence comes with a family of the catalogue, and these servers have no npm to bring one',
};
/** The same on a server without a provider. */
const needsProvider = new Set(['getSingleSignOn', 'linkIdentity', 'unlinkIdentity']);

/** Counts answers. */
export class AnswerCounts {
  requests = 0;
  readonly statuses = new Map<number, number>();
  /** Operations that were attacked, not only called beside others; a single case attacks none. */
  readonly attacked = new Set<string>();
  readonly #asked = new Map<string, number>();
  readonly #taken = new Set<string>();

  count({ status }: Pick<Seen, 'status'>, operation: string): void {
    this.requests += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.#asked.set(operation, (this.#asked.get(operation) ?? 0) + 1);
    if (status < 400) this.#taken.add(operation);
  }

  /** Operations that refused whatever they were sent: those that have to, and those where the attack misses something. */
  taken({ seed, isSingleSignOn }: { readonly seed: number; readonly isSingleSignOn: boolean }): {
    readonly neverTaken: ReadonlyMap<string, string>;
    readonly findings: readonly Finding[];
  } {
    const never = [...this.#asked].filter(
      ([id, count]) => count >= enough && this.attacked.has(id) && !this.#taken.has(id),
    );
    const neverTaken = new Map<string, string>();
    const findings: Finding[] = [];
    for (const [operation, count] of never) {
      const why = reasonOf(operation, isSingleSignOn);
      const sentence = `${operation}: none of ${count} requests came to anything, so what it does was not attacked`;
      if (why !== undefined) neverTaken.set(operation, why);
      else findings.push({ operation, sentence, seed, path: '', sent: [] });
    }
    return { neverTaken, findings };
  }
}

function reasonOf(operation: string, isSingleSignOn: boolean): string | undefined {
  if (!isSingleSignOn && needsProvider.has(operation)) return 'the server has no single sign-on';
  return outOfReach[operation];
}
