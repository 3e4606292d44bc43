import { type GeometryPath, numbersOf } from './blobs.ts';

/** An outline as the interface spells it: `M0 0L100 0.5Z`. */
export function pathText({ letters, numbers }: GeometryPath): string {
  let text = '';
  let next = 0;
  for (const letter of letters) {
    text += letter;
    const end = next + numbersOf[letter]!;
    for (let index = next; index < end; index++)
      text += `${index === next ? '' : ' '}${sixDigits(numbers[index]!)}`;
    next = end;
  }
  return text;
}

/** A number with six significant digits as C's `%g` prints it; of two that are equally near the even one. */
export function sixDigits(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  const usual = usualDigits(value);
  if (usual !== undefined) return usual;
  const [mantissa, exponentText] = value.toExponential(5).split('e') as [string, string];
  const sign = value < 0 ? '-' : '';
  let digits = mantissa.replace(/[-.]/g, '');
  if (isTie(value) && Number(digits) % 2 === 1) digits = String(Number(digits) - 1);
  return sign + laidOut(digits, Number(exponentText));
}

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9] as const;

/**
 * The same of singles that are written without an exponent. Times a power of ten they are exact in a double, so that
 * the middle between two is told from what is near it.
 */
function usualDigits(value: number): string | undefined {
  const size = Math.abs(value);
  if (!(size >= 1e-4 && size < 999_999) || Math.fround(value) !== value) return undefined;
  let places = size >= 1 ? 0 : 5;
  while (size * powers[places]! < 100_000) places += 1;
  const exact = size * powers[places]!;
  const below = Math.floor(exact);
  const rest = exact - below;
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  return `${value < 0 ? '-' : ''}${rounded / powers[places]!}`;
}

/** Whether the number lies in the middle between two of six digits: then the greater was taken. */
function isTie(value: number): boolean {
  return /5e/.test(value.toExponential(6)) && /^-?\d\.\d{5}50+e/.test(value.toExponential(40));
}

function laidOut(sixDigitText: string, exponent: number): string {
  const digits = sixDigitText.replace(/0+$/, '');
  if (exponent < -4 || exponent >= 6) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return digits.length > exponent + 1 ? `${whole}.${digits.slice(exponent + 1)}` : whole;
}
