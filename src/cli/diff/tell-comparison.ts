import type { CommandIo } from '../command.ts';
import { printable } from '../printed-text.ts';
import { changeText, frameText, summaryText } from './change-text.ts';
import type { Comparison, CountedFrame, Counts } from './comparison.ts';
import { changedShare, type FailRule } from './pixels-rule.ts';

/** What is to be told, and when it is a failure. */
export interface Plan {
  readonly rule: FailRule | undefined;
  /** Absolute; of a page. */
  readonly folder: string | undefined;
  readonly scale: number;
  readonly asJson: boolean;
  readonly title: string;
}

/** Answers whether the comparison has failed. */
export async function tellComparison(comparison: Comparison, plan: Plan, io: CommandIo): Promise<boolean> {
  const { rule, folder } = plan;
  if (folder === undefined) return printed(comparison, plan, io);
  const { writeReport } = await import('./write-report.ts');
  const { path, counts, frames } = await writeReport(comparison, plan.title, folder);
  io.stdout.write(`${summaryText(counts)}${printable(path)}\n`);
  return hasFailed(rule, counts, frames);
}

async function printed(
  comparison: Comparison,
  { rule, asJson }: Plan,
  { stdout }: CommandIo,
): Promise<boolean> {
  let counts: Counts = { added: 0, removed: 0, moved: 0, changed: 0 };
  for await (const page of comparison.changes()) {
    counts = page.summary;
    for (const change of page.changes)
      stdout.write(asJson ? `${JSON.stringify(change)}\n` : changeText(change));
  }
  const frames: CountedFrame[] = [];
  if (rule !== undefined && 'pixelsAbove' in rule)
    for await (const frame of comparison.frames()) {
      frames.push(frame);
      stdout.write(asJson ? `${JSON.stringify({ frame })}\n` : frameText(frame));
    }
  stdout.write(asJson ? `${JSON.stringify({ summary: counts })}\n` : summaryText(counts));
  return hasFailed(rule, counts, frames);
}

function hasFailed(rule: FailRule | undefined, counts: Counts, frames: readonly CountedFrame[]): boolean {
  if (rule === undefined) return false;
  if ('changed' in rule) return Object.values(counts).some((count) => count > 0);
  return frames.some(({ pixels }) => changedShare(pixels) > rule.pixelsAbove);
}
