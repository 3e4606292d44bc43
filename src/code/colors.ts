import type { Color, Paint } from './own-node.ts';

const hex = (share: number): string =>
  Math.round(Math.min(Math.max(share, 0), 1) * 255)
    .toString(16)
    .padStart(2, '0');

/** Two digits behind the point at the most. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

/** A colour as CSS has it: `#rrggbb`, with `rgb(… / …)` where it is not opaque. */
export function cssColor({ r, g, b, a = 1 }: Color, opacity = 1): string {
  const alpha = a * opacity;
  if (alpha >= 1) return `#${hex(r)}${hex(g)}${hex(b)}`;
  const [red, green, blue] = [r, g, b].map((share) => Math.round(share * 255));
  return `rgb(${red} ${green} ${blue} / ${short(alpha * 100)}%)`;
}

const gradients: Readonly<Record<string, string>> = {
  GRADIENT_LINEAR: 'linear-gradient',
  GRADIENT_RADIAL: 'radial-gradient',
  GRADIENT_ANGULAR: 'conic-gradient',
};

/** A paint as CSS has it; nothing for what CSS does not have. */
export function cssPaint(paint: Paint): string | undefined {
  const { type, color, opacity = 1, gradientStops } = paint;
  if (type === 'SOLID' && color !== undefined) return cssColor(color, opacity);
  const name = gradients[type];
  if (name === undefined || gradientStops === undefined) return undefined;
  const stops = gradientStops.map(
    (stop) => `${cssColor(stop.color, opacity)} ${short(stop.position * 100)}%`,
  );
  const angle = type === 'GRADIENT_LINEAR' ? [`${angleOf(paint)}deg`] : [];
  return `${name}(${[...angle, ...stops].join(', ')})`;
}

/** Clockwise from upwards, as CSS counts. */
function angleOf({ gradientHandlePositions: [from, to] = [] }: Paint): number {
  if (from === undefined || to === undefined) return 180;
  return (Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI) + 90 + 360) % 360;
}

export const isSeen = ({ visible }: { readonly visible?: boolean }): boolean => visible !== false;
