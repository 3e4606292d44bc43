import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { runVitrine } from '../harness/vitrine-process.ts';
import { project, read } from './image-files.ts';

/** A package that ships Helm itself, for Linux on this kind of processor. */
const archive = join(project, 'node_modules', '@aws-cdk', 'asset-kubectl-v20', 'lib', 'layer.zip');
const hasHelm = existsSync(archive) && process.platform === 'linux' && process.arch === 'x64';
const run = promisify(execFile);

// biome-ignore lint/suspicious/noExplicitAny: checks look into resources freely
type Resource = any;

const needed = {
  baseUrl: 'https://design.example.com',
  blobs: 's3://designs/vitrine?region=eu-central-1',
  trustedProxies: '10.0.0.0/8',
  secretSettings: ['vitrine-settings'],
};

const everything = {
  ...needed,
  settings: { VITRINE_IMAGE_URL_DAYS: '7' },
  keys: { hasOldSecret: true },
  web: { replicas: 3, autoscaling: { enabled: true } },
  jobs: { replicas: 1 },
  render: { replicas: 2, autoscaling: { enabled: true } },
  ingress: { enabled: true, className: 'nginx', tlsSecretName: 'tls', annotations: { note: 'x' } },
  serviceAccount: { name: 'designs', annotations: { role: 'designs' } },
  networkPolicy: {
    enabled: true,
    clients: [{ namespaceSelector: {} }],
    watchers: [{ podSelector: {} }],
    egress: [{ ports: [{ port: 5432 }] }],
  },
  service: { type: 'LoadBalancer', annotations: { internal: 'true' } },
  certificateAuthority: { configMapName: 'authority' },
  workspace: { configMapName: 'places', key: 'acme.yaml' },
  extraVolumes: [{ name: 'own', secret: { secretName: 'pgpass' } }],
  extraVolumeMounts: [{ name: 'own', mountPath: '/run/own' }],
  affinity: { podAntiAffinity: {} },
  priorityClassName: 'important',
  imagePullSecrets: [{ name: 'pull' }],
  annotations: { note: 'of deployments' },
  podAnnotations: { note: 'x' },
  podLabels: { identity: 'use' },
  extraEnv: [{ name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'database', key: 'uri' } } }],
  initContainers: [{ name: 'proxy', image: 'proxy', restartPolicy: 'Always' }],
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'designs', operator: 'Exists' }],
};

/** Where a kind of resource has its type. */
const typeModules: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Service: 'core/v1',
  ServiceAccount: 'core/v1',
  Secret: 'core/v1',
  Ingress: 'networking/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Job: 'batch/v1',
};

describe.skipIf(!hasHelm)(
  'The chart (Helm itself draws it up; left out where its package has none for this system)',
  () => {
    let folder: string;
    let helm: string;

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'vitrine-chart-'));
      helm = join(folder, 'helm');
      writeFileSync(helm, fileInZip(readFileSync(archive), 'helm/helm'));
      chmodSync(helm, 0o755);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    async function drawn(values: object): Promise<Resource[]> {
      const given = join(folder, `values-${Math.random()}.yaml`);
      writeFileSync(given, stringify(values));
      const args = ['template', 'demo', 'deploy/chart', '--values', given, '--kube-version', '1.30.0'];
      const { stdout } = await run(helm, args, { cwd: project, env: { HOME: folder } });
      return parseAllDocuments(stdout)
        .map((document) => document.toJS() as Resource)
        .filter((resource) => resource !== null);
    }
    const refusal = (values: object): Promise<string> => drawn(values).then(String, ({ stderr }) => stderr);
    const ofKind = (resources: readonly Resource[], kind: string): Resource[] =>
      resources.filter((resource) => resource.kind === kind);

    it('is of the types that Kubernetes has, with everything on', async () => {
      const types = join(project, 'node_modules', 'kubernetes-types');
      const resources = await drawn(everything);
      const lines = resources.map(({ kind, ...rest }, place) => {
        const type = `import('${types}/${typeModules[kind]}').${kind}`;
        return `export const resource${place}: ${type} = ${JSON.stringify({ kind, ...rest }, null, 1)};`;
      });
      const file = join(project, 'node_modules', `.vitrine-chart-${process.pid}.ts`);
      writeFileSync(file, lines.join('\n'));
      try {
        const flags = [
          '--noEmit',
          '--strict',
          '--module',
          'nodenext',
          '--skipLibCheck',
          '--ignoreConfig',
          file,
        ];
        const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
        const compiler = join(project, 'node_modules', '.bin', 'tsc');
        execFileSync(compiler, [...flags, ...modules, file], { encoding: 'utf8' });
      } catch (error) {
        expect((error as { stdout: string }).stdout).toBe('');
      }
      expect(new Set(resources.map(({ kind }) => kind))).toEqual(new Set(Object.keys(typeModules)));
    });

    it('gives servers settings that there are, and the ports and folders of the image', async () => {
      const known = read('docs/settings.md');
      const [server] = ofKind(await drawn(needed), 'Deployment');
      const [container] = server.spec.template.spec.containers;
      for (const { name } of container.env) expect(known).toContain(`\`${name}\``);
      const [full] = ofKind(await drawn(everything), 'Deployment');
      expect(full.spec.template.spec.containers[0].env).toContainEqual({
        name: 'VITRINE_IMAGE_URL_DAYS',
        value: '7',
      });
      const dockerfile = read('Dockerfile');
      for (const { containerPort } of container.ports)
        expect(dockerfile).toMatch(new RegExp(`EXPOSE.* ${containerPort}`));
      const user = server.spec.template.spec.securityContext.runAsUser;
      expect(dockerfile).toContain(`USER ${user}:`);
      expect(container.volumeMounts.map(({ mountPath }: Resource) => mountPath)).toEqual([
        '/data',
        '/tmp',
        '/run/secrets/vitrine',
      ]);
      expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
    });

    it('gives servers settings that they take: a start with them gets as far as the database', async () => {
      const [server] = ofKind(await drawn(everything), 'Deployment');
      const [{ env }] = server.spec.template.spec.containers;
      const given: Record<string, string> = Object.fromEntries(
        env
          .filter(({ value }: Resource) => value !== undefined)
          .map(({ name, value }: Resource) => [name, value]),
      );
      for (const [name, file] of Object.entries(given).filter(([, value]) =>
        value.startsWith('/run/secrets/'),
      )) {
        given[name] = join(folder, file.replaceAll('/', '-'));
        writeFileSync(given[name], 'x'.repeat(64), { mode: 0o600 });
      }
      const nobody = 'postgres://nobody@127.0.0.1:1/none';
      const { code, stderr } = await runVitrine(['migrate', '--status', '--data', join(folder, 'data')], {
        ...given,
        DATABASE_URL: nobody,
      });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/PostgreSQL|database/)]);
      expect(stderr).not.toMatch(/VITRINE_/);
    });

    it.each([
      [{}, { web: 'web,jobs,render' }],
      [{ render: { replicas: 2 } }, { web: 'web,jobs', render: 'render' }],
      [
        { render: { replicas: 2 }, jobs: { replicas: 1 } },
        { web: 'web', jobs: 'jobs', render: 'render' },
      ],
    ])('gives each role to servers of some kind: %j', async (values, roles) => {
      const servers = ofKind(await drawn({ ...needed, ...values }), 'Deployment');
      const given = servers.map(({ metadata, spec }) => [
        metadata.name.replace('demo-', ''),
        spec.template.spec.containers[0].env.find(({ name }: Resource) => name === 'VITRINE_ROLES').value,
      ]);
      expect(Object.fromEntries(given)).toEqual(roles);
    });

    it('scales servers that draw by the measurement of that name', async () => {
      const scaled = ofKind(await drawn(everything), 'HorizontalPodAutoscaler').at(-1);
      expect(read('src/metrics.ts')).toContain(`'${scaled.spec.metrics[0].external.metric.name}'`);
    });

    it('lets pods drain, leads to ready ones alone, and keeps all but one of them', async () => {
      const resources = await drawn({ ...needed, drainSeconds: 25 });
      const [server] = ofKind(resources, 'Deployment');
      const pod = server.spec.template.spec;
      expect(pod.terminationGracePeriodSeconds).toBe(25 + 30);
      expect(pod.containers[0].env).toContainEqual({ name: 'VITRINE_DRAIN', value: '25s' });
      expect(pod.containers[0].readinessProbe.httpGet).toEqual({ path: '/ready', port: 'management' });
      expect(pod.containers[0].livenessProbe.httpGet).toEqual({ path: '/health', port: 'management' });
      expect(server.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
      expect(ofKind(resources, 'PodDisruptionBudget').map(({ spec }) => spec.maxUnavailable)).toEqual([1]);
      const readinessSeconds = 2 * 2;
      expect(25).toBeGreaterThan(readinessSeconds);
    });

    it('gives each kind of servers the patience that the program has for what is under way, beyond the time to drain', async () => {
      const resources = await drawn({ ...everything, drainSeconds: 40 });
      const [, program = ''] = /usualEndMs = ([\d_]+)/.exec(read('src/cli/serve/end-in-time.ts')) ?? [];
      const neededSeconds = 40 + Number(program.replace('_', '')) / 1000;
      const servers = ofKind(resources, 'Deployment').map(({ spec }) => spec.template.spec);
      expect(servers).toHaveLength(3);
      for (const { terminationGracePeriodSeconds, containers } of servers) {
        expect(terminationGracePeriodSeconds).toBeGreaterThan(neededSeconds);
        expect(containers[0].env).toContainEqual({ name: 'VITRINE_DRAIN', value: '40s' });
      }
    });

    it('requests the disk that the folder of a server may take, and has limits where they are said', async () => {
      const resourcesOf = ({ spec }: Resource) => spec.template.spec.containers[0].resources;
      const asked = { cpu: '500m', memory: '1Gi' };
      const drawnUp = await drawn({ ...needed, scratch: { size: '40Gi' } });
      const [plain] = ofKind(drawnUp, 'Deployment');
      const pod = plain.spec.template.spec;
      const [data] = pod.volumes.filter(({ name }: Resource) => name === 'data');
      expect(data.emptyDir).toEqual({ sizeLimit: '40Gi' });
      expect(resourcesOf(plain)).toEqual({ requests: { ...asked, 'ephemeral-storage': '40Gi' } });
      expect(ofKind(drawnUp, 'Job').map(resourcesOf)).toEqual([{ requests: asked }]);
      const [bare] = ofKind(await drawn({ ...needed, web: { resources: null } }), 'Deployment');
      expect(resourcesOf(bare)).toEqual({ requests: { 'ephemeral-storage': '30Gi' } });
      const resources = {
        requests: { 'ephemeral-storage': '5Gi' },
        limits: { memory: '6Gi', 'ephemeral-storage': '50Gi' },
      };
      const [limited] = ofKind(await drawn({ ...needed, web: { resources } }), 'Deployment');
      expect(resourcesOf(limited)).toEqual({
        requests: { ...asked, ...resources.requests },
        limits: resources.limits,
      });
      expect(await refusal({ ...needed, web: { resources: { limit: { memory: '6Gi' } } } })).toContain(
        'limit',
      );
    });

    it('has a folder for each server that holds what its two caches may, as they are by default', async () => {
      const { scratch } = parse(read('deploy/chart/values.yaml'));
      const gigabytes = [scratch.cacheBytes, scratch.imageCacheBytes].map((size) =>
        Number.parseInt(size, 10),
      );
      expect([scratch.cacheBytes, scratch.imageCacheBytes, scratch.size]).toEqual([
        `${gigabytes[0]} GB`,
        `${gigabytes[1]} GB`,
        expect.stringMatching(/^\d+Gi$/),
      ]);
      const sum = (gigabytes[0] ?? 0) + (gigabytes[1] ?? 0);
      expect(Number.parseInt(scratch.size, 10) * 1.024 ** 3).toBeGreaterThan(sum);
    });

    it('uses a service account that is there by its name, and makes one of the name that is said', async () => {
      const accountOf = (resources: Resource[]) =>
        ofKind(resources, 'Deployment').map(({ spec }) => spec.template.spec.serviceAccountName);
      const there = await drawn({ ...everything, serviceAccount: { create: false, name: 'theirs' } });
      expect(ofKind(there, 'ServiceAccount')).toEqual([]);
      expect(accountOf(there)).toEqual(Array(3).fill('theirs'));
      const made = await drawn(everything);
      expect(ofKind(made, 'ServiceAccount').map(({ metadata }) => metadata.name)).toEqual(['designs']);
      expect(accountOf(made)).toEqual(Array(3).fill('designs'));
      expect(await refusal({ ...needed, serviceAccount: { create: false } })).toMatch(
        /serviceAccount\.name has to be given/,
      );
    });

    it('adds variables, labels, annotations and containers of one’s own as they are said', async () => {
      const resources = await drawn(everything);
      const annotationsOf = (kind: string) => ofKind(resources, kind)[0].metadata.annotations;
      const { service, ingress, serviceAccount } = everything;
      expect(['Service', 'Ingress', 'ServiceAccount'].map(annotationsOf)).toEqual(
        [service, ingress, serviceAccount].map(({ annotations }) => annotations),
      );
      expect(ofKind(resources, 'Service')[0].spec.type).toBe(service.type);
      for (const { metadata, spec } of ofKind(resources, 'Deployment')) {
        const { metadata: ofPod, spec: pod } = spec.template;
        expect(metadata.annotations).toEqual(everything.annotations);
        expect(ofPod.annotations).toEqual(everything.podAnnotations);
        expect(ofPod.labels).toMatchObject({ ...everything.podLabels, ...spec.selector.matchLabels });
        expect(pod.initContainers).toEqual(everything.initContainers);
        expect(pod.containers[0].env).toEqual(expect.arrayContaining(everything.extraEnv));
      }
    });

    it('runs without rights, as a user of its own or as one that the cluster chooses', async () => {
      const podOf = async (values: object) =>
        ofKind(await drawn({ ...needed, ...values }), 'Deployment')[0].spec.template.spec;
      const own = await podOf({});
      const others = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
      expect(own.securityContext).toEqual({
        ...others,
        runAsUser: 65532,
        runAsGroup: 65532,
        fsGroup: 65532,
      });
      const chosen = await podOf({
        podSecurityContext: { runAsUser: null, runAsGroup: null, fsGroup: null },
      });
      expect(chosen.securityContext).toEqual(others);
      for (const { containers, automountServiceAccountToken } of [own, chosen])
        expect([automountServiceAccountToken, containers[0].securityContext]).toEqual([
          false,
          {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        ]);
    });

    it('watches a start apart from what runs, and keeps no node from being emptied for pods that are not ready', async () => {
      const resources = await drawn(needed);
      const [server] = ofKind(resources, 'Deployment');
      const [container] = server.spec.template.spec.containers;
      const { startupProbe } = container;
      expect(startupProbe.httpGet).toEqual({ path: '/health', port: 'management' });
      // A server waits up to a minute for its database.
      expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThan(60);
      const [budget] = ofKind(resources, 'PodDisruptionBudget');
      expect(budget.spec.unhealthyPodEvictionPolicy).toBe('AlwaysAllow');
      const spread = server.spec.template.spec.topologySpreadConstraints;
      expect(spread.map(({ topologyKey }: Resource) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
      for (const { labelSelector } of spread)
        expect(server.spec.template.metadata.labels).toMatchObject(labelSelector.matchLabels);
    });

    it('has its keys read by the pod alone, and mounts what settings name as files', async () => {
      const [server] = ofKind(await drawn(everything), 'Deployment');
      const { containers, volumes } = server.spec.template.spec;
      const [{ env, volumeMounts }] = containers;
      const named = (name: string) => volumes.find((volume: Resource) => volume.name === name);
      expect(named('keys').secret.defaultMode).toBe(0o440);
      const authority = env.find(({ name }: Resource) => name === 'NODE_EXTRA_CA_CERTS').value;
      const mount = volumeMounts.find(({ name }: Resource) => name === 'authority');
      const [item] = named('authority').configMap.items;
      expect(`${mount.mountPath}/${item.path}`).toBe(authority);
      expect(item.key).toBe('ca.crt');
      for (const { name } of volumeMounts) expect(named(name), name).toBeDefined();
      expect(volumeMounts).toContainEqual({ name: 'own', mountPath: '/run/own' });
    });

    it('applies a workspace file by a job after installs and upgrades, where one is named', async () => {
      const jobs = async (values: object) =>
        ofKind(await drawn(values), 'Job').filter(({ metadata }) => metadata.name === 'demo-workspace');
      expect(await jobs(needed)).toEqual([]);
      const [{ metadata, spec }] = (await jobs(everything)) as [Resource];
      expect(metadata.annotations['helm.sh/hook']).toBe('post-install,post-upgrade');
      const { containers, volumes, restartPolicy } = spec.template.spec;
      const [{ args, env, volumeMounts, readinessProbe }] = containers;
      expect([restartPolicy, readinessProbe, args]).toEqual([
        'Never',
        undefined,
        ['apply', '/run/workspace/acme.yaml'],
      ]);
      const folder = volumeMounts.find(({ name }: Resource) => name === 'workspace');
      expect(folder).toEqual({ name: 'workspace', mountPath: '/run/workspace', readOnly: true });
      expect(volumes).toContainEqual({ name: 'workspace', configMap: { name: 'places' } });
      expect(env).toContainEqual({ name: 'VITRINE_URL', value: everything.baseUrl });
      const { name } = ofKind(await drawn(everything), 'Secret')[0].metadata;
      expect(env).toContainEqual({
        name: 'VITRINE_TOKEN',
        valueFrom: { secretKeyRef: { name, key: 'admin-token' } },
      });
    });

    it('names the host alone to the ingress where the address has a port, and bounds what servers call where that is said', async () => {
      const [ingress] = ofKind(
        await drawn({ ...everything, baseUrl: 'https://design.example.com:8443/tools' }),
        'Ingress',
      );
      expect([ingress.spec.rules[0].host, ingress.spec.tls[0].hosts]).toEqual([
        'design.example.com',
        ['design.example.com'],
      ]);
      const [policy] = ofKind(await drawn(everything), 'NetworkPolicy');
      expect(policy.spec).toMatchObject({
        policyTypes: ['Ingress', 'Egress'],
        egress: [{ ports: [{ port: 5432 }] }],
      });
      const [open] = ofKind(await drawn({ ...needed, networkPolicy: { enabled: true } }), 'NetworkPolicy');
      expect([open.spec.policyTypes, open.spec.egress]).toEqual([['Ingress'], undefined]);
    });

    it('leads clients to servers, and each selector to pods that there are', async () => {
      const resources = await drawn(everything);
      const [server] = ofKind(resources, 'Deployment');
      const labelsOfAll = ofKind(resources, 'Deployment').map(({ spec }) => spec.template.metadata.labels);
      const selectors = [
        ...ofKind(resources, 'Service').map(({ spec }) => spec.selector),
        ...ofKind(resources, 'PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
        server.spec.selector.matchLabels,
      ];
      for (const selector of selectors) expect(labelsOfAll).toContainEqual(expect.objectContaining(selector));
      const [ingress] = ofKind(resources, 'Ingress');
      expect(ingress.spec.rules[0].host).toBe('design.example.com');
      const { name } = ingress.spec.rules[0].http.paths[0].backend.service;
      expect(ofKind(resources, 'Service').map(({ metadata }) => metadata.name)).toContain(name);
    });

    it('makes secrets at the first install, which stay, and none where one is named', async () => {
      const [made] = ofKind(await drawn(needed), 'Secret');
      for (const entry of ['secret', 'admin-token'])
        expect(Buffer.from(made.data[entry], 'base64').length).toBeGreaterThanOrEqual(32);
      expect(made.data.secret).not.toBe(made.data['admin-token']);
      expect(made.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
      const own = await drawn({ ...needed, keys: { secretName: 'mine' } });
      expect(ofKind(own, 'Secret')).toEqual([]);
      const [{ spec }] = ofKind(own, 'Deployment');
      expect(spec.template.spec.volumes).toContainEqual(
        expect.objectContaining({ secret: expect.objectContaining({ secretName: 'mine' }) }),
      );
    });

    it.each([
      ['baseUrl', /baseUrl has to be given/],
      ['blobs', /blobs has to be given/],
      ['trustedProxies', /trustedProxies has to be given/],
    ])('is refused without %s', async (name, sentence) => {
      expect(await refusal({ ...needed, [name]: '' })).toMatch(sentence);
    });

    it('is refused with a setting that there is not, one that it gives itself, and one that is a secret', async () => {
      for (const name of ['VITRINE_IMAGE_URL_DAY', 'VITRINE_PORT', 'VITRINE_SECRET'])
        expect(await refusal({ ...needed, settings: { [name]: '7' } })).toContain(name);
      expect(await refusal({ ...needed, replicas: 3 })).toContain('replicas');
      expect(await refusal({ ...needed, web: { replicas: 0 } })).toContain('replicas');
      expect(await refusal({ ...needed, baseUrl: 'http://design.example.com' })).toContain('baseUrl');
    });

    it('passes the linter of Helm', async () => {
      const given = join(folder, 'lint.yaml');
      writeFileSync(given, stringify(needed));
      const { stdout } = await run(helm, ['lint', '--strict', 'deploy/chart', '--values', given], {
        cwd: project,
      });
      expect(stdout).toContain('0 chart(s) failed');
    });
  },
);

/** The bytes of one file of an archive, as its directory at the end names them. */
function fileInZip(zip: Buffer, wanted: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    ) as [number, number, number];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (name === wanted) {
      const local = zip.readUInt32LE(at + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`There is no ${wanted} in the archive.`);
}
