import { describe, inject } from 'vitest';
import type { Engine } from './global-setup.ts';

/** Runs checks against the shared server of each engine; a title says why an engine is left out. */
export function onEachEngine(title: string, checks: (engine: Engine) => void): void {
  for (const engine of inject('engines')) {
    if ('missing' in engine) {
      describe.skip(`${title} on ${engine.name} (left out: ${engine.missing})`, () => checks(absent));
    } else {
      describe(`${title} on ${engine.name}`, () => checks(engine));
    }
  }
}

/** As `onEachEngine`, for checks that start servers of their own. */
export function onOwnServers(title: string, checks: (engine: Engine) => void): void {
  for (const engine of inject('engines')) {
    if ('missing' in engine) {
      describe.skip(`${title} on ${engine.name} (left out: ${engine.missing})`, () => checks(absent));
    } else if (engine.isGiven) {
      describe.skip(`${title} (left out: they start servers of their own)`, () => checks(engine));
    } else {
      describe(`${title} on ${engine.name}`, () => checks(engine));
    }
  }
}

/** The first engine that is there, for checks that do not depend on the database. */
export function anyEngine(): Engine {
  const [engine] = presentEngines();
  if (engine === undefined) throw new Error('No server was started.');
  return engine;
}

export function presentEngines(): Engine[] {
  return inject('engines').filter((candidate): candidate is Engine => !('missing' in candidate));
}

const absent: Engine = {
  name: '',
  url: 'https://127.0.0.1',
  ca: '',
  caPath: '',
  adminToken: '',
  pid: undefined,
  postgres: undefined,
  isGiven: true,
};
