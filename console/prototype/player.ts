import { focusQuietly } from '../viewer/focus-quietly.ts';
import { followFacts } from '../viewer/poll-file-facts.ts';
import { readPlace } from './place.ts';
import { followPlayerKeys } from './player-keys.ts';
import { addressWith, type ClickAction, type Prototype } from './prototype-facts.ts';
import { createScreen, type Screen } from './screen.ts';
import { createWalk, type Walk } from './walk.ts';

/** Turns the page's `<main>` into the prototype of the file that its attributes name. */
export function openPlayer(main: HTMLElement): void {
  const { facts: path = '', mode = 'page', page: file = '' } = main.dataset;
  const isEmbed = mode === 'embed';
  const { version } = readPlace(location.search);
  /** Of a file with very many pages the facts list the one that is asked for besides the first. */
  const factsAddress = (): string => {
    const { node, start, page } = readPlace(location.search);
    return addressWith(path, { version, 'node-id': node ?? start ?? page });
  };
  const fileAddress = (): string =>
    addressWith(file, { 'node-id': walk.frame?.id.replaceAll(':', '-'), version });
  const screen = createScreen(main, isEmbed, {
    step: (by) => walk.step(by),
    restart: () => walk.restart(),
    act: (action, isByItself) => void act(action, { walk, screen, isByItself }),
    outdated: () => follower.askSoon(),
  });
  const walk = createWalk(path, {
    arrived: (frame, prototype, facts) => {
      screen.leadTo(fileAddress());
      screen.showFrame(frame, prototype, facts);
    },
    reacts: screen.react,
    nothing: (prototype) => screen.showNothing(sentenceOf(prototype), prototype.start !== null),
    missed: (again) => screen.tell('The prototype could not be loaded.', again),
  });
  screen.leadTo(fileAddress());
  followPlayerKeys({
    step: walk.step,
    restart: walk.restart,
    scroll: screen.scrollBy,
    leave: () => {
      if (!screen.overlays.close() && !isEmbed) location.assign(fileAddress());
    },
  });
  if (!isEmbed) focusQuietly(screen.stage);
  const follower = followFacts(factsAddress, {
    came: (facts) => {
      screen.showFile(facts.name);
      walk.take(facts);
    },
    missed: (sentence, isGone) => {
      if (isGone) screen.showNothing(sentence, false);
      else screen.tell(sentence, follower.askSoon);
    },
  });
}

const sentenceOf = ({ start }: Prototype): string =>
  start === null
    ? 'There is no frame here for a prototype to show.'
    : 'The frame that the address names is not here.';

interface Playing {
  readonly walk: Walk;
  readonly screen: Screen;
  readonly isByItself: boolean;
}

/** What began by itself is no step to come back to, from where it would begin again. */
async function act({ type, node, at, url }: ClickAction, playing: Playing): Promise<void> {
  const { walk, screen, isByItself } = playing;
  const isSwap = type === 'SWAP';
  if (node !== undefined && (type === 'OVERLAY' || (isSwap && screen.overlays.others !== undefined)))
    await openOverlay(node, at, isSwap, playing);
  else if (node !== undefined && (type === 'NODE' || isSwap)) {
    screen.overlays.closeAll();
    walk.goTo(node, isByItself || isSwap);
  } else if (type === 'BACK') {
    if (!screen.overlays.close() && !walk.back())
      screen.tell('There is no frame before this one to go back to.');
  } else if (type === 'CLOSE') {
    if (!screen.overlays.close() && !walk.back()) screen.tell('There is nothing above this frame to close.');
  } else if (type === 'URL' && !isByItself && url !== undefined && /^https?:/i.test(url))
    window.open(url, '_blank', 'noopener');
  else screen.tell('What a click does there is not played here.');
}

async function openOverlay(
  node: string,
  at: ClickAction['at'],
  inPlace: boolean,
  playing: Playing,
): Promise<void> {
  const { walk, screen } = playing;
  const below = walk.frame?.id;
  try {
    const seen = await walk.look(node);
    if (walk.frame?.id !== below) return;
    if (seen === undefined) screen.tell('The frame that opens there is not here.');
    else if (!screen.overlays.open(seen, at, inPlace))
      screen.tell('Too many frames lie over each other already.');
  } catch {
    const again = (): void => void openOverlay(node, at, inPlace, playing);
    if (walk.frame?.id === below) screen.tell('The frame that opens there could not be loaded.', again);
  }
}
