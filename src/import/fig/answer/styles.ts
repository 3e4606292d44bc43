import { guidText } from '../message/guids.ts';
import { keyOfStyle } from '../message/node-index.ts';
import type { Fig, FigNode, Guid } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Answering, Members } from './answering.ts';
import { isContainer } from './identity.ts';

type Reference = Fig<'StyleId'> | undefined;

/** The styles that a node uses, by what they decide. */
export function stylesOf(node: FigNode, type: string, file: Answering): Members | undefined {
  const idOf = (reference: Reference, older: Guid | undefined): string | undefined => {
    const style = file.index.referred(reference ?? (older && { guid: older }));
    if (style === undefined || style.isSoftDeletedStyle || style.isSoftDeleted) return undefined;
    if ((style.styleType ?? 'NONE') === 'NONE') return undefined;
    file.used.styles.add(style);
    return guidText(style.guid);
  };
  const fill = idOf(node.styleIdForFill, node.inheritFillStyleID);
  const stroke = idOf(node.styleIdForStrokeFill, node.inheritFillStyleIDForStroke);
  const styles = {
    ...(isContainer(type) ? { fills: fill, strokes: stroke } : {}),
    fill,
    stroke,
    text: idOf(node.styleIdForText, node.inheritTextStyleID),
    effect: idOf(node.styleIdForEffect, node.inheritEffectStyleID),
    grid: idOf(node.styleIdForGrid, node.inheritGridStyleID),
  };
  return Object.values(styles).some((id) => id !== undefined) ? styles : undefined;
}

/** An entry of the answer's map of styles. */
export function styleEntry(head: NodeHead, file: Answering): Members {
  const style = file.index.whole(head);
  const key = keyOfStyle(head);
  return {
    key: key ?? file.localKey(guidText(style.guid)!),
    name: style.name ?? '',
    styleType: style.styleType === 'STROKE' ? 'FILL' : style.styleType,
    remote: key !== undefined,
    description: style.styleDescription ?? style.description ?? '',
  };
}
