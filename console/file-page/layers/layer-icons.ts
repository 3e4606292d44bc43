import type { IconName } from '../parts/icon.tsx';

const icons: Readonly<Record<string, IconName>> = {
  FRAME: 'frame',
  GROUP: 'group',
  TRANSFORM_GROUP: 'group',
  SECTION: 'section',
  COMPONENT: 'component',
  COMPONENT_SET: 'component',
  INSTANCE: 'instance',
  TEXT: 'text',
  TEXT_PATH: 'text',
  RECTANGLE: 'rectangle',
  ELLIPSE: 'ellipse',
  LINE: 'line',
  VECTOR: 'vector',
  STAR: 'star',
  REGULAR_POLYGON: 'star',
  BOOLEAN_OPERATION: 'boolean',
  SLICE: 'slice',
  TABLE: 'table',
  TABLE_CELL: 'rectangle',
  STICKY: 'sticky',
  CONNECTOR: 'line',
  SHAPE_WITH_TEXT: 'rectangle',
  CANVAS: 'page',
};

export const iconOf = (type: string): IconName => icons[type] ?? 'other';

/** What a type is called where it is read out or shown: `Component set`. */
export function typeInWords(type: string): string {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
