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
  const [mantissa, exponentText] = value.toExponential(5).split('e') as [string, string];
  const sign = value < 0 ? '-' : '';
  let digits = mantissa.replace(/[-.]/g, '');
  if (isTie(value) && Number(digits) % 2 === 1) digits = String(Number(digits) - 1);
  return sign + laidOut(digits, Number(exponentText));
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
