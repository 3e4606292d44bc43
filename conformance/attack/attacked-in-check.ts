import { describe, expect, inject, it } from 'vitest';
import { attack } from './attack.ts';
import { withAttackedServer } from './attacked-server.ts';
import { findingText } from './finding-text.ts';

/** The requests differ from engine to engine; the long form makes others each time. */
const seeds = { SQLite: 1, PostgreSQL: 2 } as const;
/**
 * Of each operation, about: a thousand in all. Most go to the engine that answers faster, since an operation's code
 * is the same on both but for its statements.
 */
const requests = { SQLite: 900, PostgreSQL: 100 } as const;
const limitMs = 1_800_000;

/** The part of `npm run check:contract` that runs with every check. */
export function attackedInCheck(name: keyof typeof seeds): void {
  const engine = inject('engines').find((one) => one.name === name);
  if (engine === undefined || 'missing' in engine) {
    describe.skip(`Attacked by its contract on ${name} (left out: there is none)`, () =>
      it('holds', () => {}));
    return;
  }
  describe(`Attacked by its contract, a server on ${name}`, () => {
    it('keeps every property of answers, whoever asks for whatever', { timeout: limitMs }, () =>
      withAttackedServer({ postgres: engine.postgres }, async (server) => {
        const { findings } = await attack({ server, seed: seeds[name], size: { each: requests[name] } });
        expect(findings.map((finding) => findingText(finding, server.url))).toEqual([]);
      }),
    );
  });
}
