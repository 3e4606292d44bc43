import { expect, it } from 'vitest';
import { type OperationId, operationContract } from './contract.ts';
import openapi from './generated/openapi.json' with { type: 'json' };

/** The operation that makes, or says, what an entry of a workspace file brings. */
const operations: Readonly<Record<string, OperationId>> = {
  WorkspaceFileOrganization: 'updateOrganization',
  WorkspaceFileUser: 'createUser',
  WorkspaceFileToken: 'createToken',
  WorkspaceFileTeam: 'createTeam',
  WorkspaceFileProject: 'createProject',
  WorkspaceFileVersion: 'nameVersion',
  WorkspaceFileBranch: 'createBranch',
  WorkspaceFileEntry: 'createFile',
  WorkspaceFileComment: 'postComment',
  WorkspaceFileSite: 'createSite',
  WorkspaceFileApp: 'createApp',
  WorkspaceFileDevStatus: 'putDevStatus',
  WorkspaceFileWebhook: 'postWebhook',
};

const withoutOperation: Readonly<Record<string, string>> = {
  WorkspaceFile: 'holds entries alone',
  WorkspaceFileRecord: 'is an answer',
  WorkspaceFileMember: 'names a person, and a role by the schema of the operations',
  WorkspaceFileSubscription: 'names two files',
  WorkspaceFileAiUsage: 'is itself what the operation takes',
  WorkspaceFileDevResource: 'is bounded by the writer, since the interface names no bounds',
  WorkspaceFileFont: 'names a family, which no operation does',
  WorkspaceFileResource: 'is made by no operation',
};

/** Members that an entry may say otherwise. */
const otherwise: Readonly<Record<string, string>> = {
  'WorkspaceFileUser.password': 'the password of a trial may be short',
};

type Schema = Readonly<Record<string, unknown>>;
const schemas = openapi.components.schemas as unknown as Readonly<Record<string, Schema>>;
const words = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'maxItems', 'enum', 'format'];

const followed = (schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? followed(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

/** The members of an object with those of all that it is made of. */
function membersOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { properties = {}, allOf = [] } = followed(schema) as {
    properties?: Record<string, Schema>;
    allOf?: Schema[];
  };
  return Object.assign({}, ...allOf.map(membersOf), properties);
}

/** What a value has to hold to, whichever of several forms it has. */
function boundsOf(schema: Schema): string[] {
  const own = followed(schema);
  const forms = [own.anyOf, own.oneOf, own.items].flat().filter((form) => form !== undefined) as Schema[];
  const said = words.filter((word) => own[word] !== undefined);
  return [...said.map((word) => `${word} ${JSON.stringify(own[word])}`), ...forms.flatMap(boundsOf)].sort();
}

function bodyOf(id: OperationId): Schema {
  const { path, method } = operationContract(id);
  const paths = openapi.paths as unknown as Record<string, Record<string, Schema>>;
  const { content } = followed((paths[path]?.[method]?.requestBody ?? {}) as Schema);
  return (content as Record<string, { schema: Schema }>)['application/json']?.schema ?? {};
}

it.each(Object.entries(operations))('%s bounds its members as %s does', (entry, operation) => {
  const asked = membersOf(bodyOf(operation));
  const brought = membersOf(schemas[entry] ?? {});
  const shared = Object.keys(brought).filter((name) => name in asked && !(`${entry}.${name}` in otherwise));
  expect(shared.length).toBeGreaterThan(0);
  const looser = shared.flatMap((name) => {
    const bounds = boundsOf(brought[name] ?? {});
    return boundsOf(asked[name] ?? {})
      .filter((bound) => !bounds.includes(bound))
      .map((bound) => `${name}: ${bound}`);
  });
  expect(looser).toEqual([]);
});

it('Every entry of a workspace file is compared with an operation, or it is said why not', () => {
  const entries = Object.keys(schemas).filter(
    (name) => name.startsWith('WorkspaceFile') && schemas[name]?.type === 'object',
  );
  expect(Object.keys({ ...operations, ...withoutOperation }).sort()).toEqual(entries.sort());
});
