import type { ExportSetting, OwnNode } from '../../../src/code/own-node.ts';

export const formats = ['png', 'jpg', 'svg', 'pdf'] as const;
export type Format = (typeof formats)[number];

/** One picture to be made of each layer. */
export interface Wanted {
  readonly format: Format;
  readonly scale: number;
  /** Behind the name of the file. */
  readonly suffix: string;
}

/** What the interface lets one choose besides, with what it does where nothing is said. */
export const options = {
  contents_only: { words: 'Leave out what overlaps the layer', isOn: true, isForSvg: false },
  use_absolute_bounds: { words: 'Keep the full size of the layer', isOn: false, isForSvg: false },
  svg_outline_text: { words: 'Text as outlines', isOn: true, isForSvg: true },
  svg_simplify_stroke: { words: 'Simplify strokes', isOn: true, isForSvg: true },
  svg_include_id: { words: 'Names of layers as ids', isOn: false, isForSvg: true },
  svg_include_node_id: { words: 'Ids of layers as attributes', isOn: false, isForSvg: true },
} as const;
export type OptionName = keyof typeof options;
export type Options = Readonly<Record<OptionName, boolean>>;

export const usualOptions = Object.fromEntries(
  Object.entries(options).map(([name, { isOn }]) => [name, isOn]),
) as Options;

export const usualWanted: Wanted = { format: 'png', scale: 1, suffix: '' };

/** What the settings of a node say; one usual picture where it has none. */
export function wantedBy(node: OwnNode | undefined): Wanted[] {
  const settings = (node?.exportSettings ?? []).flatMap((setting) => wantedOf(setting, node));
  return settings.length === 0 ? [usualWanted] : settings;
}

const leastScale = 0.01;
const mostScale = 4;
export const heldScale = (scale: number): number =>
  Number.isFinite(scale) ? Math.min(Math.max(scale, leastScale), mostScale) : 1;

function wantedOf({ format, suffix, constraint }: ExportSetting, node: OwnNode | undefined): Wanted[] {
  const known = formats.find((one) => one === format.toLowerCase());
  if (known === undefined) return [];
  const box = node?.absoluteBoundingBox;
  const side = { WIDTH: box?.width, HEIGHT: box?.height }[constraint.type];
  const scale = constraint.type === 'SCALE' || !side ? constraint.value : constraint.value / side;
  return [{ format: known, scale: heldScale(scale), suffix }];
}

/** What a file is called: `Card@2x.png`; names that no system takes are made such. */
export function fileName(layer: string, { format, scale, suffix }: Wanted, taken: Set<string>): string {
  const plain =
    layer
      .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 100) || 'Layer';
  const size = suffix === '' && scale !== 1 && format !== 'svg' && format !== 'pdf' ? `@${scale}x` : suffix;
  for (let count = 1; ; count += 1) {
    const name = `${plain}${size}${count === 1 ? '' : ` ${count}`}.${format}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
