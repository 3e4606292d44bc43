import { recordOf } from '../render/scene/json-values.ts';
import type { TwoValues } from './changes-between.ts';

/** What instances say of themselves on either side: each adds what is its own. */
export function mergedOverrides(ours: TwoValues, theirs: TwoValues): TwoValues {
  const fields = new Map<string, Set<string>>();
  for (const text of [ours.after, theirs.after]) {
    const entries: unknown = JSON.parse(text ?? '[]');
    for (const entry of Array.isArray(entries) ? entries : []) {
      const { id, overriddenFields } = recordOf(entry) ?? {};
      const known = fields.get(String(id)) ?? new Set<string>();
      for (const field of Array.isArray(overriddenFields) ? overriddenFields : []) known.add(String(field));
      fields.set(String(id), known);
    }
  }
  const merged = [...fields].map(([id, known]) => ({ id, overriddenFields: [...known] }));
  return { before: theirs.before, after: JSON.stringify(merged) };
}
