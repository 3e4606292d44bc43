import { focusQuietly } from '../viewer/focus-quietly.ts';
import { followFacts } from '../viewer/poll-file-facts.ts';
import { readPlace } from './place.ts';
import { followPlayerKeys } from './player-keys.ts';
import { addressWith, type ClickAction, type Prototype } from './prototype-facts.ts';
import { createScreen } from './screen.ts';
import { createWalk, type Walk } from './walk.ts';

/** Turns the page's `<main>` into the prototype of the file that its attributes name. */
export function openPlayer(main: HTMLElement): void {
  const { facts: path = '', mode = 'page', page: file = '' } = main.dataset;
  const isEmbed = mode === 'embed';
  const { version } = readPlace(location.search);
  const fileAddress = (): string =>
    addressWith(file, { 'node-id': walk.frame?.id.replaceAll(':', '-'), version });
  const screen = createScreen(main, isEmbed, {
    step: (by) => walk.step(by),
    restart: () => walk.restart(),
    act: (action) => act(action, walk, screen.tell),
    outdated: () => follower.askSoon(),
  });
  const walk = createWalk(path, {
    arrived: (frame, prototype, facts) => {
      screen.leadTo(fileAddress());
      screen.showFrame(frame, prototype, facts);
    },
    clickable: screen.showClicks,
    nothing: (prototype) => screen.showNothing(sentenceOf(prototype), prototype.start !== null),
    missed: (again) => screen.tell('The prototype could not be loaded.', again),
  });
  screen.leadTo(fileAddress());
  followPlayerKeys({
    ...{ step: walk.step, restart: walk.restart, scroll: screen.scrollBy },
    leave: () => {
      if (!isEmbed) location.assign(fileAddress());
    },
  });
  if (!isEmbed) focusQuietly(screen.stage);
  const follower = followFacts(addressWith(path, { version }), {
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

function act({ type, node, url }: ClickAction, walk: Walk, tell: (sentence: string) => void): void {
  if (type === 'NODE' && node !== undefined) walk.goTo(node);
  else if (type === 'BACK') {
    if (!walk.back()) tell('There is no frame before this one to go back to.');
  } else if (type === 'URL' && url !== undefined && /^https?:/i.test(url))
    window.open(url, '_blank', 'noopener');
  else tell('What a click does there is not played here.');
}
