import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Running, startProgram, untilReady } from './processes.ts';
import { openClient } from './timed-client.ts';

export interface Nginx extends Running {
  readonly url: string;
  /** The one worker, whose processor time counts. */
  readonly workerPid: number;
}

/**
 * Starts nginx as its Debian package sets it up, with one worker and our certificate, on a folder of files.
 * A file `x.gz` beside `x` is what is sent to clients that take gzip.
 */
export async function startNginx(
  program: string,
  options: { folder: string; root: string; tls: { cert: string; key: string }; ca: Buffer; probe: string },
): Promise<Nginx> {
  const { folder, tls, ca, probe, root } = options;
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const configPath = join(folder, 'nginx.conf');
  await writeFile(configPath, nginxConfig({ folder, root, tls, port }));
  const { child, running } = startProgram(program, ['-p', folder, '-c', configPath]);
  const url = `https://127.0.0.1:${port}`;
  const client = openClient(url, ca, {});
  await untilReady(child, async () => (await client.ask(probe, { method: 'HEAD' })).status === 200);
  client.close();
  return { ...running, url, workerPid: await onlyChildOf(running.pid) };
}

/** What stands in Debian's `nginx.conf`, without logs and without a limit of requests to a connection. */
function nginxConfig({
  folder,
  root,
  tls,
  port,
}: {
  folder: string;
  root: string;
  tls: { cert: string; key: string };
  port: number;
}): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types { application/json json; }
  access_log off;
  keepalive_requests 1000000000;
  ${places.map((place) => `${place}_temp_path ${join(folder, place)};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port} ssl http2;
    ssl_certificate ${tls.cert};
    ssl_certificate_key ${tls.key};
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_prefer_server_ciphers on;
    gzip_static on;
    root ${root};
  }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function onlyChildOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return Number(children.trim().split(' ')[0] ?? 0) || pid;
}
