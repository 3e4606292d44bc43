import type { Color } from '../../../src/variables/values.ts';
import { colorText } from './color-text.ts';

/** A small square of a colour; squares show through where it is not opaque. */
export const Swatch = ({ color }: { color: Color }) => (
  <span className="variable-swatch" aria-hidden="true">
    <span style={{ background: colorText(color) }} />
  </span>
);
