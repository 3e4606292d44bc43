import { NodeKey } from './node-keys.ts';
import { nodeTypes } from './node-types.ts';

/** What a node said of properties that have newer names or older ones, or a default. */
const Said = {
  isMask: 1,
  isOutline: 2,
  maskType: 4,
  preserveRatio: 8,
  targetAspectRatio: 16,
  scrollBehavior: 32,
  sectionContentsHidden: 64,
  connectorStartStrokeCap: 128,
  connectorEndStrokeCap: 256,
} as const;

const trueStart = 0x74;
const nullStart = 0x6e;

/** Adds what a property says, by its key and the first byte of its value. */
export function alsoSaid(said: number, key: number, firstByte: number): number {
  const isTrue = firstByte === trueStart;
  if (key === NodeKey.isMask) return isTrue ? said | Said.isMask : said;
  if (key === NodeKey.isMaskOutline) return isTrue ? said | Said.isOutline : said;
  if (key === NodeKey.targetAspectRatio && firstByte === nullStart) return said;
  return said | (saidByKey[key] ?? 0);
}

const saidByKey: Readonly<Record<number, number>> = {
  [NodeKey.maskType]: Said.maskType,
  [NodeKey.preserveRatio]: Said.preserveRatio,
  [NodeKey.targetAspectRatio]: Said.targetAspectRatio,
  [NodeKey.scrollBehavior]: Said.scrollBehavior,
  [NodeKey.sectionContentsHidden]: Said.sectionContentsHidden,
  [NodeKey.connectorStartStrokeCap]: Said.connectorStartStrokeCap,
  [NodeKey.connectorEndStrokeCap]: Said.connectorEndStrokeCap,
};

const impliers = new Set([
  'isMask',
  'isMaskOutline',
  'maskType',
  'preserveRatio',
  'targetAspectRatio',
  'scrollBehavior',
  'sectionContentsHidden',
  'connectorStartStrokeCap',
  'connectorEndStrokeCap',
]);

/** Whether a property says what another one is where that is not given. */
export const alsoImplies = (property: string): boolean => impliers.has(property);

const implied: readonly { readonly property: Uint8Array; isMeant(said: number, type: string): boolean }[] = [
  {
    property: Buffer.from(',"maskType":"ALPHA"'),
    isMeant: (said) => (said & (Said.isMask | Said.maskType | Said.isOutline)) === Said.isMask,
  },
  {
    property: Buffer.from(',"maskType":"VECTOR"'),
    isMeant: (said) =>
      (said & (Said.isMask | Said.maskType | Said.isOutline)) === (Said.isMask | Said.isOutline),
  },
  {
    property: Buffer.from(',"preserveRatio":true'),
    isMeant: (said) => (said & (Said.targetAspectRatio | Said.preserveRatio)) === Said.targetAspectRatio,
  },
  {
    property: Buffer.from(',"scrollBehavior":"SCROLLS"'),
    isMeant: (said, type) => (said & Said.scrollBehavior) === 0 && nodeTypes.has(type),
  },
  {
    property: Buffer.from(',"sectionContentsHidden":false'),
    isMeant: (said, type) => type === 'SECTION' && (said & Said.sectionContentsHidden) === 0,
  },
  {
    property: Buffer.from(',"connectorStartStrokeCap":"NONE"'),
    isMeant: (said, type) => type === 'CONNECTOR' && (said & Said.connectorStartStrokeCap) === 0,
  },
  {
    property: Buffer.from(',"connectorEndStrokeCap":"NONE"'),
    isMeant: (said, type) => type === 'CONNECTOR' && (said & Said.connectorEndStrokeCap) === 0,
  },
];

/**
 * Properties that a node means without giving them, and no others: `maskType` of masks from before it was
 * there, `preserveRatio` beside the ratio that it stands for now, and what the contract both requires of
 * nodes of the type and names a default for. Each begins with a comma.
 *
 * @see VER-08, VER-09
 */
export function impliedProperties(said: number, type: string): readonly Uint8Array[] {
  return implied.filter((entry) => entry.isMeant(said, type)).map((entry) => entry.property);
}
