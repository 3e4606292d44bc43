import { guidText } from '../message/guids.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import type { Answering, Members } from './answering.ts';
import { variableId } from './bindings.ts';
import { easingNames, transitionNames, triggerNames } from './guesses.ts';
import { prototypeValueOf } from './prototype-values.ts';

type Action = Fig<'PrototypeAction'>;

/** What happens on a node, and where its first way leads, as older answers say it. */
export function interactionsOf(node: FigNode, id: string, file: Answering): Members {
  const kept = (node.prototypeInteractions ?? []).filter(({ isDeleted }) => !isDeleted);
  const interactions = kept.map(({ event, actions = [] }) => ({
    trigger: triggerOf(event),
    actions: actions.map((action) => actionOf(action, id, file)).filter((one) => one !== undefined),
  }));
  const first = kept.flatMap(({ actions = [] }) => actions).find(leadsToNode);
  return { interactions, ...(first && olderOf(first)) };
}

const leadsToNode = ({ connectionType, transitionNodeID }: Action): boolean =>
  connectionType === 'INTERNAL_NODE' && guidText(transitionNodeID) !== undefined;

const olderOf = (action: Action): Members => ({
  transitionNodeID: guidText(action.transitionNodeID),
  transitionDuration: (action.transitionDuration ?? 0) * 1000,
  transitionEasing: easingOf(action).type,
});

function triggerOf(event: Fig<'PrototypeEvent'> | undefined): Members | null {
  const stored = event?.interactionType ?? 'NONE';
  if (stored === 'NONE') return null;
  const type = triggerNames[stored] ?? stored;
  const isMouse = ['MOUSE_ENTER', 'MOUSE_LEAVE', 'MOUSE_UP', 'MOUSE_DOWN'].includes(type);
  return {
    type,
    delay: isMouse ? (event?.transitionTimeout ?? 0) : undefined,
    timeout: type === 'AFTER_TIMEOUT' ? (event?.transitionTimeout ?? 0) : undefined,
    mediaHitTime: type === 'ON_MEDIA_HIT' ? (event?.mediaHitTime ?? 0) : undefined,
    device: type === 'ON_KEY_DOWN' ? (event?.keyTrigger?.triggerDevice ?? 'KEYBOARD') : undefined,
    keyCodes: type === 'ON_KEY_DOWN' ? (event?.keyTrigger?.keyCodes ?? []) : undefined,
  };
}

function actionOf(action: Action, id: string, file: Answering): Members | undefined {
  const type = action.connectionType ?? 'NONE';
  if (type === 'INTERNAL_NODE') return nodeActionOf(action);
  if (type === 'BACK' || type === 'CLOSE') return { type };
  if (type === 'URL')
    return { type, url: action.connectionURL ?? '', openInNewTab: action.openUrlInNewTab ?? false };
  if (type === 'SET_VARIABLE') {
    const variable = file.index.referred(action.targetVariable?.id);
    const variableValue = prototypeValueOf(action.targetVariableData, id, file);
    return { type, variableId: variable ? variableId('VariableID', variable) : null, variableValue };
  }
  if (type === 'SET_VARIABLE_MODE') {
    const set = file.index.referred(action.targetVariableSetID);
    const variableCollectionId = set ? variableId('VariableCollectionId', set) : null;
    return {
      type,
      variableCollectionId,
      variableModeId: file.modeIdOf(set, action.targetVariableModeID) ?? null,
    };
  }
  if (type === 'UPDATE_MEDIA_RUNTIME') return mediaActionOf(action);
  if (type === 'CONDITIONAL') return { type, conditionalBlocks: blocksOf(action, id, file) };
  if (type !== 'NONE') file.report.warn(`The action ${type} of a prototype is left out.`, id);
  return undefined;
}

function mediaActionOf({
  connectionType,
  transitionNodeID,
  mediaAction = 'PLAY',
  ...action
}: Action): Members {
  return {
    type: connectionType,
    destinationId: guidText(transitionNodeID) ?? null,
    mediaAction,
    amountToSkip: mediaAction.startsWith('SKIP_') ? action.mediaSkipByAmount : undefined,
    newTimestamp: mediaAction === 'SKIP_TO' ? (action.mediaSkipToTime ?? 0) : undefined,
  };
}

/** What is done if a condition holds, and what else. */
function blocksOf({ conditionalActions = [] }: Action, id: string, file: Answering): Members[] {
  return conditionalActions.map(({ condition, actions = [] }) => ({
    condition: prototypeValueOf(condition, id, file),
    actions: actions.map((action) => actionOf(action, id, file)).filter((one) => one !== undefined),
  }));
}

function nodeActionOf(action: Action): Members {
  const navigation = action.navigationType ?? 'NAVIGATE';
  return {
    type: 'NODE',
    destinationId: guidText(action.transitionNodeID) ?? null,
    navigation: navigation === 'SWAP_STATE' ? 'CHANGE_TO' : navigation,
    transition: transitionOf(action),
    preserveScrollPosition: action.transitionPreserveScroll,
    resetScrollPosition: action.transitionResetScrollPosition,
    overlayRelativePosition: action.overlayRelativePosition,
  };
}

const plainTransitions = new Set(['DISSOLVE', 'SMART_ANIMATE', 'SCROLL_ANIMATE']);

function transitionOf(action: Action): Members | null {
  const stored = action.transitionType ?? 'INSTANT_TRANSITION';
  const timing = { duration: action.transitionDuration ?? 0, easing: easingOf(action) };
  const directed = transitionNames[stored];
  if (directed !== undefined) {
    const [type, direction] = directed;
    return { type, direction, matchLayers: action.transitionShouldSmartAnimate ?? false, ...timing };
  }
  const type = stored === 'MAGIC_MOVE' ? 'SMART_ANIMATE' : stored === 'FADE' ? 'DISSOLVE' : stored;
  return plainTransitions.has(type) ? { type, ...timing } : null;
}

function easingOf({ easingType, easingFunction: numbers = [] }: Action): { readonly type: string } & Members {
  const type = easingNames[easingType ?? 'OUT_CUBIC'] ?? 'EASE_OUT';
  if (type === 'CUSTOM_CUBIC_BEZIER' && numbers.length >= 4) {
    const [x1, y1, x2, y2] = numbers;
    return { type, easingFunctionCubicBezier: { x1, y1, x2, y2 } };
  }
  return { type };
}
