import { DocumentRefused } from '../../../document/document-refused.ts';
import type { Definition, Field } from './read-schema.ts';

/**
 * The least bytes that a value of each definition takes: no array can be longer than the bytes left can hold, and
 * what takes none is never read one by one.
 *
 * @throws DocumentRefused for a struct that contains itself, which has no end
 */
export function leastSizes(definitions: readonly Definition[]): number[] {
  const sizes: (number | undefined)[] = [];
  const open = new Set<number>();
  const sizeOf = (index: number): number => {
    const known = sizes[index];
    if (known !== undefined) return known;
    const { name, kind, fields } = definitions[index]!;
    if (kind !== 'struct') return 1;
    if (open.has(index))
      throw new DocumentRefused(
        `The schema of the design cannot be read: ${JSON.stringify(name.slice(0, 100))} contains itself.`,
      );
    open.add(index);
    const size = fields.reduce((sum, field) => sum + leastOf(field), 0);
    open.delete(index);
    sizes[index] = size;
    return size;
  };
  const leastOf = ({ type, isArray }: Field): number =>
    isArray || typeof type === 'string' ? 1 : sizeOf(type);
  return definitions.map((_, index) => sizeOf(index));
}
