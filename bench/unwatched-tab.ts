import type { Browser, CDPSession, Page } from 'playwright-core';

/**
 * A tab that is driven but not recorded. What drives the other tabs has Chromium keep the answers that a tab got, some
 * hundred megabytes of them, in the tab's own process; whoever counts its memory would count that.
 */
export interface UnwatchedTab {
  send(method: string, parameters?: object): Promise<unknown>;
  /** The value of an expression, once what it promises is there. */
  evaluate(expression: string): Promise<unknown>;
  move(at: Point): Promise<void>;
  click(at: Point): Promise<void>;
  wheel(at: Point, by: Point): Promise<void>;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Opens one beside a page, signed in as whoever is in that one. */
export async function openUnwatchedTab(browser: Browser, beside: Page): Promise<UnwatchedTab> {
  const chromium = await browser.newBrowserCDPSession();
  const { browserContextId } = await chromium.send('Target.createBrowserContext');
  const kept = await beside.context().cookies();
  const cookies = kept.map(({ partitionKey: _none, ...cookie }) => cookie);
  await chromium.send('Storage.setCookies', { cookies, browserContextId });
  const { width, height } = beside.viewportSize() ?? { width: 1280, height: 800 };
  const { targetId } = await chromium.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width,
    height,
  });
  const { sessionId } = await chromium.send('Target.attachToTarget', { targetId, flatten: false });
  const send = messagesTo(chromium, sessionId);
  return {
    send,
    ...inputsOf(send),
    evaluate: (expression) => evaluated(send, expression),
    close: async () => {
      await chromium.send('Target.disposeBrowserContext', { browserContextId });
      await chromium.detach();
    },
  };
}

type Send = UnwatchedTab['send'];

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

function messagesTo(chromium: CDPSession, sessionId: string): Send {
  const waiting = new Map<number, (message: Message) => void>();
  chromium.on('Target.receivedMessageFromTarget', (received) => {
    if (received.sessionId !== sessionId) return;
    const message = JSON.parse(received.message) as Message;
    if (message.id === undefined) return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let last = 0;
  return async (method, params = {}) => {
    last += 1;
    const id = last;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    await chromium.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
}

async function evaluated(send: Send, expression: string): Promise<unknown> {
  const asked = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = (await send('Runtime.evaluate', asked)) as Evaluated;
  if (exceptionDetails !== undefined)
    throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? 'failed'}`);
  return result.value;
}

const keyCodes: Readonly<Record<string, number>> = { Backspace: 8 };

function inputsOf(send: Send): Pick<UnwatchedTab, 'move' | 'click' | 'wheel' | 'press' | 'type'> {
  const mouse = async (type: string, at: Point, more: object = {}) => {
    await send('Input.dispatchMouseEvent', { type, ...at, ...more });
  };
  const key = async (type: string, name: string) => {
    const windowsVirtualKeyCode = keyCodes[name] ?? name.charCodeAt(0);
    const text = type === 'keyDown' && name.length === 1 ? { text: name } : {};
    await send('Input.dispatchKeyEvent', { type, key: name, windowsVirtualKeyCode, ...text });
  };
  return {
    move: (at) => mouse('mouseMoved', at),
    click: async (at) => {
      for (const type of ['mousePressed', 'mouseReleased'])
        await mouse(type, at, { button: 'left', clickCount: 1 });
    },
    wheel: (at, by) => mouse('mouseWheel', at, { deltaX: by.x, deltaY: by.y }),
    press: async (name) => {
      for (const type of ['keyDown', 'keyUp']) await key(type, name);
    },
    type: async (text) => {
      await send('Input.insertText', { text });
    },
  };
}
