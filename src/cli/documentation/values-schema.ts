import { type SettingName, settingRows } from '../../config.ts';
import { isOption } from '../serve/setting-flags.ts';

/** Settings that the chart itself gives its servers, by values of its own or since they are the same in every cluster. */
const ofChart: readonly SettingName[] = [
  ...(['host', 'port', 'dataFolder', 'managementPort', 'reusePort', 'roles'] as const),
  ...(['baseUrl', 'blobs', 'trustedProxies', 'drainMs', 'cacheBytes', 'imageCacheBytes'] as const),
  ...(['secretFile', 'oldSecretFile', 'adminTokenFile', 'databaseUrl', 'databaseDirectUrl'] as const),
  ...(['testMode', 'testModeAnywhere', 'allowHttp'] as const),
];

const text = (description: string) => ({ description, type: 'string' });
const whole = { type: 'integer', minimum: 0 };
const atLeastOne = { type: 'integer', minimum: 1 };
const anything = { type: 'object' };
const list = { type: 'array' };
const texts = { type: 'array', items: { type: 'string' } };
const onOrOff = { type: 'boolean' };

const only = (properties: object) => ({ type: 'object', additionalProperties: false, properties });

const settings = only(
  Object.fromEntries(
    (Object.keys(settingRows) as SettingName[])
      .filter((name) => isOption(name) && !ofChart.includes(name))
      .map((name) => [settingRows[name].environmentName, text(settingRows[name].sentence)]),
  ),
);

const servers = {
  replicas: whole,
  resources: only({ requests: anything, limits: anything, claims: list }),
};

const values = {
  global: anything,
  image: only({
    repository: text('Where the image lies.'),
    tag: text('Its tag; the version of the chart where it is empty.'),
    pullPolicy: text('When nodes fetch it.'),
  }),
  imagePullSecrets: list,
  baseUrl: { ...text(settingRows.baseUrl.sentence), pattern: '^(https://.*)?$' },
  blobs: { ...text(settingRows.blobs.sentence), pattern: '^(s3://.*)?$' },
  trustedProxies: text(settingRows.trustedProxies.sentence),
  secretSettings: texts,
  settings,
  extraEnv: list,
  certificateAuthority: only({
    configMapName: text('A ConfigMap with the certificate of an authority of your own.'),
    key: text('The entry that holds it.'),
  }),
  workspace: only({
    configMapName: text('A ConfigMap with a workspace file, and what that names by paths.'),
    key: text('The entry that is the workspace file.'),
  }),
  extraVolumes: list,
  extraVolumeMounts: list,
  initContainers: list,
  keys: only({ secretName: text('A secret of your own.'), hasOldSecret: onOrOff }),
  migrateFirst: onOrOff,
  drainSeconds: whole,
  web: only({
    ...servers,
    replicas: atLeastOne,
    autoscaling: only({ enabled: onOrOff, max: whole, cpuPercent: whole }),
  }),
  jobs: only(servers),
  render: only({
    ...servers,
    autoscaling: only({
      enabled: onOrOff,
      max: whole,
      metric: text('Its name at the adapter.'),
      seconds: whole,
    }),
  }),
  scratch: only({
    size: text('Of the volume of each server.'),
    cacheBytes: text(settingRows.cacheBytes.sentence),
    imageCacheBytes: text(settingRows.imageCacheBytes.sentence),
  }),
  service: only({ type: text('Of the service for clients.'), port: whole, annotations: anything }),
  ingress: only({
    enabled: onOrOff,
    className: text('Which controller it is for.'),
    annotations: anything,
    tlsSecretName: text('The certificate; without one that of the controller.'),
  }),
  serviceAccount: only({
    create: onOrOff,
    name: text('Its name; that of the release where it is empty.'),
    annotations: anything,
  }),
  networkPolicy: only({ enabled: onOrOff, clients: list, watchers: list, egress: list }),
  serviceMonitor: only({ enabled: onOrOff, labels: anything }),
  annotations: anything,
  podAnnotations: anything,
  podLabels: anything,
  podSecurityContext: anything,
  securityContext: anything,
  nodeSelector: anything,
  tolerations: list,
  affinity: anything,
  priorityClassName: text('How important the pods are beside others.'),
};

/** What Helm holds the values of the chart against: a setting that there is not is refused by its name. */
export function valuesSchema(): string {
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Vitrine', ...only(values) };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
