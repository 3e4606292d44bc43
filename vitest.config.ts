import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By themselves the largest files begin; the attacks are small ones that take minutes, and would be waited for alone. */
class AttacksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isAttack = ({ moduleId }: TestSpecification) => moduleId.includes('/conformance/attack/on-');
    return [...sorted.filter(isAttack), ...sorted.filter((file) => !isAttack(file))];
  }
}

/**
 * Four projects: `unit` beside the code, `conformance` from outside over HTTPS, `faults` for the long forms
 * (300 MB, twenty kills), which only `npm run check:faults` runs, `fuzz` for real files mutated at random, which
 * only `npm run check:fuzz` runs. A fifth, `soak`, kills servers as often as `npm run soak` is told to. One PostgreSQL serves a project's whole run,
 * and one server for each engine serves that of `conformance`. The set-up stands with the projects since that
 * of the whole run comes after theirs.
 */
const postgres = 'src/testing/postgres-global-setup.ts';
const sqlite = 'src/testing/sqlite-global-setup.ts';
const setupFiles = ['src/testing/property-seed.ts'];
/** Node runs the files as they are, which spares each worker reading them anew, and is faster where a test computes. */
const native = { viteModuleRunner: false, nodeLoader: false };
/** What is waited for comes some time on a busy machine too, so tests set no limits of their own. */
const waiting = { poll: { timeout: 90_000 } };

export default defineConfig({
  test: {
    // One more than there are cores: while a test waits, for a disk, a browser or a clock, another one runs.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: AttacksFirst },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          globalSetup: [postgres, sqlite],
          include: ['{src,scripts,bench,fidelity,fixtures,console}/**/*.test.ts'],
          pool: 'forks',
          // Reading the program anew for each file took a second of each: tests leave nothing behind, so files share it.
          isolate: false,
          experimental: native,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect: waiting,
        },
      },
      {
        test: {
          name: 'conformance',
          setupFiles,
          globalSetup: [postgres, 'conformance/harness/global-setup.ts'],
          include: ['conformance/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          experimental: native,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: waiting,
        },
      },
      {
        test: {
          name: 'faults',
          setupFiles,
          globalSetup: [postgres],
          include: ['**/*.faults.ts'],
          exclude: ['node_modules/**', 'dist/**'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          expect: waiting,
        },
      },
      {
        test: {
          name: 'soak',
          globalSetup: [postgres],
          include: ['conformance/**/*.soak.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 24 * 3_600_000,
        },
      },
      {
        test: {
          name: 'fuzz',
          include: ['**/*.fuzz.ts'],
          exclude: ['node_modules/**', 'dist/**'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 3_600_000,
        },
      },
    ],
  },
});
