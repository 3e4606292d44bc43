import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import { hasRadosgw, startRadosgw } from '../conformance/harness/radosgw.ts';
import { openS3Double } from '../conformance/harness/s3-double.ts';
import { postgresFolder, startPostgres } from '../src/testing/postgres.ts';
import type { Stage } from './stage.ts';

/** N servers are to give 0.9 × N as many images as one: what an image may take of them, beside one alone. */
export const mostOfImage = 1.11;

/** Where several servers find each other. */
export interface Place {
  readonly settings: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  /** What the store is, in words. */
  readonly store: string;
  /** A further database of the same PostgreSQL. */
  ownDatabase(name: string): Promise<string>;
  /** An object, as the table of blobs names it, as anybody would get it. */
  get(key: string): Promise<Uint8Array>;
  /** What a process of its own needs to get it. */
  objectOf(key: string, sizeBytes: number): StoredObject;
  close(): Promise<void>;
}

/** An object of the store, and how it is had. */
export interface StoredObject {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly object: { readonly Bucket: string; readonly Key: string };
  readonly sizeBytes: number;
}

interface Store {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** As `VITRINE_BLOBS` names it. */
  readonly setting: string;
  readonly url: string;
  close(): Promise<void>;
}

const bucket = 'designs';
const region = 'us-east-1';

/** Undefined where there is no PostgreSQL. A `real` store is that of Ceph where it is installed, else the double, too. */
export async function openPlace(
  { folder }: Pick<Stage, 'folder'>,
  kind: 'double' | 'real',
): Promise<Place | undefined> {
  const native = postgresFolder();
  if (native === undefined) return undefined;
  const postgres = await startPostgres(native);
  const store = kind === 'real' && hasRadosgw() ? await openCeph() : await openDouble();
  const token = join(folder, 'several-token');
  await writeFile(token, 'the-administrator-of-all-the-servers');
  const client = clientOf(store);
  const named = (key: string) => ({
    Bucket: bucket,
    Key: `${new URL(store.setting).pathname.slice(1)}/${key}`.replace(/^\//, ''),
  });
  return {
    settings: {
      ...store.env,
      DATABASE_URL: postgres.url,
      VITRINE_BLOBS: store.setting,
      VITRINE_ADMIN_TOKEN_FILE: token,
      VITRINE_SECRET: 'what all of the servers sign with, thirty-two bytes',
      VITRINE_BASE_URL: 'https://design.example.com',
      VITRINE_WEBHOOK_ALLOW: '127.0.0.1',
    },
    databaseUrl: postgres.url,
    store: store.name,
    ownDatabase: async (name) => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return new URL(name, postgres.url).href;
    },
    get: async (key) => {
      const { Body } = await client.send(new GetObjectCommand(named(key)));
      return Body?.transformToByteArray() ?? new Uint8Array();
    },
    objectOf: (key, sizeBytes) => ({
      endpoint: store.url,
      region,
      credentials: credentialsOf(store),
      object: named(key),
      sizeBytes,
    }),
    close: async () => {
      client.destroy();
      await store.close();
      await postgres.stop();
    },
  };
}

const credentialsOf = ({ env }: Store): StoredObject['credentials'] => ({
  accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
});

const clientOf = (store: Store): S3Client =>
  new S3Client({
    endpoint: store.url,
    region,
    forcePathStyle: true,
    credentials: credentialsOf(store),
  });

async function openDouble(): Promise<Store> {
  const { setting, url, env, close } = await openS3Double({ bucket, region });
  return { name: 'a double of ours', setting, url, env, close };
}

async function openCeph(): Promise<Store> {
  const { url, env, close } = await startRadosgw();
  const store: Store = {
    name: 'radosgw',
    url,
    env,
    close,
    setting: `s3://${bucket}?endpoint=${encodeURIComponent(url)}&region=${region}&path-style=on`,
  };
  const client = clientOf(store);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return store;
}
