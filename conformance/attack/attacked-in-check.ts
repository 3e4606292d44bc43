import { describe, expect, inject, it } from 'vitest';
import { withServer } from '../harness/server.ts';
import { attack } from './attack.ts';
import { findingText } from './report.ts';

/** The requests differ from engine to engine; the long form makes others each time. */
const seeds = { SQLite: 1, PostgreSQL: 2 } as const;
/** Of each operation, about; `npm run check:contract` makes a thousand of them, its long form a million in all. */
const requests = 60;
const limitMs = 600_000;

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
      withServer({ postgres: engine.postgres }, async (server) => {
        const { findings } = await attack({ server, seed: seeds[name], size: { each: requests } });
        expect(findings.map((finding) => findingText(finding, server.url))).toEqual([]);
      }),
    );
  });
}
