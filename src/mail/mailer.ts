import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { handOver, type Mail } from './mail-server.ts';

/** Sends mails by the mail server that the settings name. */
export interface Mailer {
  /** Without a mail server none is sent, and links are shown to administrators instead. */
  readonly isOn: boolean;
  /** Answers whether the mail server took it; what went wrong is in the log. */
  send(mail: Mail): Promise<boolean>;
  /** Does work that nobody waits for, as a mail whose sending must not be seen by how long an answer takes. */
  later(work: () => Promise<unknown>): void;
  /** Waits a while for work that was begun; the rest is left out. */
  close(): Promise<void>;
}

/** A mail that is under way when the server stops is waited for this long. */
const graceMs = 5_000;
/** So many at once; the others wait. */
const mostAtOnce = 4;
/** What comes while so many wait is left out, and the log says so. */
const mostWaiting = 500;

export function mailer({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>, log: Logger): Mailer {
  const waiting: (() => Promise<unknown>)[] = [];
  const running = new Set<Promise<void>>();
  const runNext = (): void => {
    const work = running.size < mostAtOnce ? waiting.shift() : undefined;
    if (work === undefined) return;
    const done: Promise<void> = work()
      .then(() => undefined)
      .catch((error) => log.error({ error: reasonOf(error) }, 'work that nobody waits for failed'))
      .finally(() => {
        running.delete(done);
        runNext();
      });
    running.add(done);
  };
  return {
    isOn: smtpUrl !== undefined,
    send: async (mail) => {
      if (smtpUrl === undefined || mailFrom === undefined) return false;
      try {
        await handOver(smtpUrl, mailFrom, mail);
        return true;
      } catch (error) {
        log.error({ error: reasonOf(error) }, 'a mail was not sent');
        return false;
      }
    },
    later: (work) => {
      if (waiting.length >= mostWaiting) return log.error('too many mails wait; one is left out');
      waiting.push(work);
      runNext();
    },
    close: async () => {
      waiting.length = 0;
      await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })]);
    },
  };
}

/** Where it failed and what it was answered with: words of a mail server may repeat the mail, with its link. */
function reasonOf(error: unknown): string {
  const { code, command, responseCode, name } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
    name?: string;
  };
  return [code ?? name, command, responseCode].filter((part) => part !== undefined).join(' ');
}
