import { describe, expect, it } from 'vitest';
import { clickAction } from './prototype-clicks.ts';

const actionOf = (values: Readonly<Record<string, unknown>>) =>
  clickAction(new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])));
const clicked = (...actions: unknown[]) =>
  actionOf({ interactions: [{ trigger: { type: 'ON_CLICK' }, actions }] });
const to = (navigation: string, destinationId: string | null = '1:2') => ({
  ...{ type: 'NODE', navigation, destinationId, transition: null },
});

describe('what a click on a node does', () => {
  it.each(['NAVIGATE', 'SWAP', 'OVERLAY'])('is to show another frame by %s', (navigation) => {
    expect(clicked(to(navigation))).toEqual({ type: 'NODE', node: '1:2' });
  });

  it.each(['BACK', 'CLOSE'])('is to go back by %s', (type) => {
    expect(clicked({ type })).toEqual({ type: 'BACK' });
  });

  it.each(['https://example.com/a', 'http://example.com'])('is to open %s', (url) => {
    expect(clicked({ type: 'URL', url })).toEqual({ type: 'URL', url });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//example.com', '', 7])(
    'is not to open %s, which is no address of the web',
    (url) => {
      expect(clicked({ type: 'URL', url })).toEqual({ type: 'OTHER' });
    },
  );

  it('is something that is not played where it says so, or names no frame', () => {
    const others = [to('CHANGE_TO'), to('SCROLL_TO'), to('NAVIGATE', null), { type: 'SET_VARIABLE' }];
    expect(others.map((action) => clicked(action))).toEqual(others.map(() => ({ type: 'OTHER' })));
  });

  it('is the first of its actions that is played', () => {
    expect(clicked({ type: 'SET_VARIABLE' }, to('NAVIGATE', '3:4'), { type: 'BACK' })).toEqual({
      ...{ type: 'NODE', node: '3:4' },
    });
  });

  it('is what older files say, where nothing newer is said', () => {
    expect(actionOf({ transitionNodeID: '1:2' })).toEqual({ type: 'NODE', node: '1:2' });
    expect(actionOf({ transitionNodeID: '1:2', interactions: [] })).toEqual({ type: 'NODE', node: '1:2' });
    const hovered = [{ trigger: { type: 'ON_HOVER' }, actions: [to('NAVIGATE')] }];
    expect(actionOf({ transitionNodeID: '1:2', interactions: hovered })).toBeUndefined();
  });

  it('is nothing where nothing is said, or nothing that can be read', () => {
    const unread = [
      [],
      [null],
      'x',
      [7],
      [{ trigger: null }],
      [{ trigger: { type: 'ON_CLICK' }, actions: 3 }],
    ];
    expect([actionOf({}), actionOf({ transitionNodeID: null })]).toEqual([undefined, undefined]);
    expect(unread.map((interactions) => actionOf({ interactions }))).toEqual(unread.map(() => undefined));
  });
});
