import { NodeKey } from './node-keys.ts';

/** What a node said of properties that have newer names, or older ones. */
const Said = { isMask: 1, isOutline: 2, maskType: 4, preserveRatio: 8, targetAspectRatio: 16 } as const;

const trueStart = 0x74;
const nullStart = 0x6e;

/** Adds what a property says, by its key and the first byte of its value. */
export function alsoSaid(said: number, key: number, firstByte: number): number {
  const isTrue = firstByte === trueStart;
  if (key === NodeKey.isMask) return isTrue ? said | Said.isMask : said;
  if (key === NodeKey.isMaskOutline) return isTrue ? said | Said.isOutline : said;
  if (key === NodeKey.maskType) return said | Said.maskType;
  if (key === NodeKey.preserveRatio) return said | Said.preserveRatio;
  if (key === NodeKey.targetAspectRatio && firstByte !== nullStart) return said | Said.targetAspectRatio;
  return said;
}

const outlineMask = Buffer.from(',"maskType":"VECTOR"');
const alphaMask = Buffer.from(',"maskType":"ALPHA"');
const keepsRatio = Buffer.from(',"preserveRatio":true');

/**
 * Properties that a node means without giving them: `maskType` of masks from before it was there, and
 * `preserveRatio` beside the ratio that it stands for now. Each begins with a comma.
 *
 * @see VER-08, VER-09
 */
export function impliedProperties(said: number): readonly Uint8Array[] {
  if (said === 0) return none;
  const isUntypedMask = (said & Said.isMask) !== 0 && (said & Said.maskType) === 0;
  const isSilentRatio = (said & Said.targetAspectRatio) !== 0 && (said & Said.preserveRatio) === 0;
  const mask = (said & Said.isOutline) === 0 ? alphaMask : outlineMask;
  return [...(isUntypedMask ? [mask] : []), ...(isSilentRatio ? [keepsRatio] : [])];
}

const none: readonly Uint8Array[] = [];
