import { cpus, release, totalmem, type } from 'node:os';

/** What the numbers were measured on. */
export function describeMachine(): Record<string, string> {
  const processors = cpus();
  return {
    Processor: `${processors[0]?.model.trim() ?? 'unknown'}, ${processors.length} cores`,
    Memory: `${Math.round(totalmem() / 1024 ** 3)} GiB`,
    System: `${type()} ${release()}`,
    Node: process.versions.node,
    Date: new Date().toISOString().slice(0, 10),
  };
}
