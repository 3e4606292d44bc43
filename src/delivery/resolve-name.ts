import { Resolver } from 'node:dns';
import { lookup } from 'node:dns/promises';

/**
 * Finds the addresses of a host name, all of them.
 * @throws anything where there is none
 */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export interface NameServerOptions {
  /** `127.0.0.1:5353`; without it those of the system. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
}

/**
 * Asks the name servers directly. The system's own look-up blocks one of four threads for each name whose
 * server is dead, which would delay everybody; it is asked only for names that are not in the public tree
 * (`localhost`, the hosts file, search domains).
 */
export function nameResolver({ servers, timeoutMs = 2000 }: NameServerOptions = {}): ResolveName {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (name) => {
    if (!name.replace(/\.$/, '').includes('.')) return askSystem(name);
    const found = await Promise.allSettled([askFor(resolver, name, 'A'), askFor(resolver, name, 'AAAA')]);
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length > 0) return addresses;
    const failures = found.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as NodeJS.ErrnoException] : [],
    );
    const silent = failures.find(({ code }) => code === 'ETIMEOUT' || code === 'ESERVFAIL');
    if (silent !== undefined) throw silent;
    return askSystem(name);
  };
}

function askFor(resolver: Resolver, name: string, type: 'A' | 'AAAA'): Promise<string[]> {
  return new Promise((resolve, reject) => {
    resolver.resolve(name, type, (error, addresses) => {
      if (error === null) resolve(addresses as string[]);
      else reject(error);
    });
  });
}

async function askSystem(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}
