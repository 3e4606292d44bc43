import { coordsOfVerb, cubicVerb, lineVerb, moveVerb, type Path } from './path.ts';

/**
 * Prints a number as C's `%g` does with six significant digits, the way the original writes coordinates; minus
 * zero as 0.
 */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const [mantissa = '', exponent = ''] = value.toExponential(5).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(value.toPrecision(6)));
  const sign = power < 0 ? '-' : '+';
  return `${Number(mantissa)}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}

type Short = { readonly shortLines: boolean };

function printLine(x: string, y: string, lastX: string, lastY: string, { shortLines }: Short): string {
  if (shortLines && y === lastY) return `H${x}`;
  if (shortLines && x === lastX) return `V${y}`;
  return `L${x} ${y}`;
}

const third = (from: number, control: number): number => from + (2 / 3) * (control - from);

/** The six coordinates of a step as a cubic; `at` is where its own coordinates begin. */
function asCubic(coords: Float64Array, at: number, verb: number): number[] {
  if (verb === cubicVerb) return [...coords.subarray(at, at + 6)];
  const [x0, y0, x1, y1, x, y] = [...coords.subarray(at - 2, at + 4)] as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [third(x0, x1), third(y0, y1), third(x, x1), third(y, y1), x, y];
}

function print(path: Path, short: Short): string {
  const parts: string[] = [];
  let [lastX, lastY, startX, startY] = ['', '', '', ''];
  let at = 0;
  for (const verb of path.verbs) {
    const size = coordsOfVerb[verb]!;
    if (size === 0) {
      parts.push('Z');
      [lastX, lastY] = [startX, startY];
      continue;
    }
    const x = formatNumber(path.coords[at + size - 2]!);
    const y = formatNumber(path.coords[at + size - 1]!);
    if (verb === moveVerb) [startX, startY] = [x, y];
    if (verb === moveVerb) parts.push(`M${x} ${y}`);
    else if (verb === lineVerb) parts.push(printLine(x, y, lastX, lastY, short));
    else parts.push(`C${asCubic(path.coords, at, verb).map(formatNumber).join(' ')}`);
    [lastX, lastY] = [x, y];
    at += size;
  }
  return parts.join('');
}

/**
 * Prints path data as the original's SVG exports have it: absolute M L H V C Z, no separator before a letter.
 * Quadratic curves, which it never writes, become cubic ones.
 */
export const printPath = (path: Path): string => print(path, { shortLines: true });

/** Prints path data as `fillGeometry` and `strokeGeometry` have it: the same without H and V. */
export const printGeometry = (path: Path): string => print(path, { shortLines: false });
