import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Answer, Given, Route } from '../contract/calls.ts';

/** Operations that need nothing but a body. */
type ControlRoute = { [R in Route]: object extends Omit<Given<R>, 'body'> ? R : never }[Route];

type BodyOf<R extends Route> =
  Given<R> extends { body: infer Body }
    ? [body: Body]
    : [body?: Given<R> extends { body?: infer Body } ? Body : never];

/** Calls that control a server in test mode, by its administrator's token. */
export interface ControlCalls {
  /** @throws Error with the server's sentence, where it refuses */
  send<R extends ControlRoute>(route: R, ...[body]: BodyOf<R>): Promise<Answer<R>>;
  close(): void;
}

/** Made with what every version of Node has, since the runner of the tests loads it into a world of its own. */
export function controlCalls(server: { url: string; ca: string; adminToken: string }): ControlCalls {
  const agent = new Agent({ ca: server.ca });
  return {
    send: async (route, body?: unknown) => {
      const [method = '', path = ''] = route.split(' ');
      const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const answer = await answerTo(new URL(path, server.url), {
        agent,
        method,
        token: server.adminToken,
        sent,
      });
      if (answer.status === 200) return JSON.parse(answer.text);
      throw new Error(`${route} was refused with ${answer.status}: ${sentenceOf(answer.text)}`);
    },
    close: () => agent.destroy(),
  };
}

interface Sent {
  readonly agent: Agent;
  readonly method: string;
  readonly token: string;
  readonly sent: Buffer | undefined;
}

function answerTo(url: URL, { agent, method, token, sent }: Sent): Promise<{ status: number; text: string }> {
  const headers = {
    'X-Service-Token': token,
    ...(sent === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': sent.length }),
  };
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers }, (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, text: read }), reject);
    })
      .on('error', reject)
      .end(sent);
  });
}

function sentenceOf(answer: string): string {
  try {
    const { err, message } = JSON.parse(answer) as { err?: string; message?: string };
    return err ?? message ?? answer;
  } catch {
    return answer;
  }
}
