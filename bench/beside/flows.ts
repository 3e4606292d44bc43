import { type FlowClient, openFlowClient } from '../flow-client.ts';
import { emailOf, flowsWorkspace, people } from '../rows/flows.ts';
import { startVitrine } from '../vitrine.ts';
import type { Place } from './turns.ts';

/** Authorizing, exchange and refresh by fifty people at once. */
export async function openFlows(folder: string, program: string): Promise<Place> {
  const vitrine = await startVitrine(folder, flowsWorkspace(), {}, program);
  const clients: FlowClient[] = [];
  for (let person = 0; person < people; person += 1)
    clients.push(await openFlowClient(vitrine, emailOf(person)));
  return {
    pid: vitrine.pid,
    work: {
      'a flow of OAuth': {
        ask: () => Promise.all(clients.map((client) => client.flow())),
        answers: people,
        settles: true,
      },
    },
    close: async () => {
      for (const client of clients) client.close();
      await vitrine.stop();
    },
  };
}
