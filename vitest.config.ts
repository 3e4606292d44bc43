import { defineConfig } from 'vitest/config';

/**
 * Three projects: `unit` beside the code, `conformance` from outside over HTTPS, `faults` for the long forms
 * (300 MB, twenty kills), which only `npm run check:faults` runs. One PostgreSQL serves the whole run.
 */
export default defineConfig({
  test: {
    globalSetup: ['src/testing/postgres-global-setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,scripts,bench,fixtures}/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['conformance/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['**/*.faults.ts'],
          exclude: ['node_modules/**', 'dist/**'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
