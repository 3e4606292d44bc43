import { short } from '../../../src/code/colors.ts';
import type { OwnNode } from '../../../src/code/own-node.ts';
import { useLayerChanges, useRoom } from '../room.ts';
import { PanelSection } from './panel-section.tsx';
import { Properties, Property } from './property.tsx';

/** Where a node is and how large, and how it lays out what is in it. */
export function LayoutSection({ node }: { node: OwnNode }) {
  const { store } = useRoom();
  useLayerChanges(store);
  const around = store.layer(store.parent(node.id) ?? '')?.bounds;
  const facts = [...placeFacts(node, around), ...autoLayoutFacts(node)];
  if (facts.length === 0) return null;
  return (
    <PanelSection title="Layout">
      <Properties>
        {facts.map(([name, value]) => (
          <Property key={name} name={name} value={value} />
        ))}
      </Properties>
    </PanelSection>
  );
}

type Fact = readonly [name: string, value: string];
const factIf = (isSaid: boolean, name: string, value: string): Fact[] => (isSaid ? [[name, value]] : []);

function placeFacts(node: OwnNode, around: { x: number; y: number } | null | undefined): Fact[] {
  const { absoluteBoundingBox: box, rotation = 0, opacity = 1, cornerRadius, rectangleCornerRadii } = node;
  const [left, top] = [around?.x ?? 0, around?.y ?? 0];
  const place: Fact[] = box
    ? [
        ['X', short(box.x - left)],
        ['Y', short(box.y - top)],
        ['Width', short(box.width)],
        ['Height', short(box.height)],
      ]
    : [];
  const corners = rectangleCornerRadii?.map(short).join(', ') ?? short(cornerRadius ?? 0);
  return [
    ...place,
    ...factIf(Math.abs(rotation) > 1e-4, 'Rotation', `${short((-rotation * 180) / Math.PI)}°`),
    ...factIf(opacity < 1, 'Opacity', `${short(opacity * 100)} %`),
    ...factIf(/[1-9]/.test(corners), 'Corner radius', corners),
    ...factIf(node.clipsContent === true, 'Content', 'Clipped'),
  ];
}

const directions: Readonly<Record<string, string>> = { HORIZONTAL: 'Across', VERTICAL: 'Down', GRID: 'Grid' };
const edges: Readonly<Record<string, string>> = { MIN: 'Start', MAX: 'End' };
const inWords = (value: string): string => {
  const edge = edges[value];
  if (edge !== undefined) return edge;
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function autoLayoutFacts(node: OwnNode): Fact[] {
  const { layoutMode, itemSpacing = 0, layoutSizingHorizontal, layoutSizingVertical } = node;
  const sizing: Fact[] = [
    ...factIf(layoutSizingHorizontal !== undefined, 'Sizing across', inWords(layoutSizingHorizontal ?? '')),
    ...factIf(layoutSizingVertical !== undefined, 'Sizing down', inWords(layoutSizingVertical ?? '')),
  ];
  if (layoutMode === undefined || layoutMode === 'NONE') return sizing;
  const { paddingTop = 0, paddingRight = 0, paddingBottom = 0, paddingLeft = 0 } = node;
  const paddings = [paddingTop, paddingRight, paddingBottom, paddingLeft];
  return [
    ['Auto layout', directions[layoutMode] ?? layoutMode],
    ['Gap', short(itemSpacing)],
    ...factIf(paddings.some(Boolean), 'Padding', paddings.map(short).join(', ')),
    [
      'Alignment',
      `${inWords(node.primaryAxisAlignItems ?? 'MIN')}, ${inWords(node.counterAxisAlignItems ?? 'MIN')}`,
    ],
    ...factIf(node.layoutWrap === 'WRAP', 'Wrap', 'Yes'),
    ...sizing,
  ];
}
