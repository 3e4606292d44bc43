import { describe, expect, test } from 'vitest';
import { bodyProblems, namedFields } from './body-check.ts';
import { type OperationId, operationContract, operationIds } from './contract.ts';

describe('checking a body', () => {
  test.each<[OperationId, unknown]>([
    ['createFile', { name: 'Landing', project: '200' }],
    ['postComment', { message: 'Hello', unknown: 1 }],
    ['createToken', { name: 'ci', scopes: 'all' }],
    ['setClock', { advance: '4m50s' }],
    ['resetTestState', undefined],
    ['resetTestState', {}],
    ['putWebhook', { status: 'PAUSED' }],
    ['postComment', { message: 'Hello', client_meta: { node_id: '1:2', node_offset: { x: 1, y: 2 } } }],
    ['postVariables', { variableModes: [{ action: 'DELETE', id: '1:2' }] }],
    [
      'postVariables',
      { variableModes: [{ action: 'DELETE', id: '1:2', variableCollectionId: 'VariableCollectionId:1:2' }] },
    ],
    [
      'postVariables',
      { variableModeValues: [{ variableId: 'v', modeId: '1:0', value: { r: 1, g: 0, b: 0, a: 1 } }] },
    ],
    ['postVariables', { variableModeValues: [{ variableId: 'v', modeId: '1:0', value: null }] }],
  ])('%s takes a right body (%#)', (id, body) => {
    expect(bodyProblems(id, body)).toEqual([]);
  });

  test.each<[OperationId, unknown, string]>([
    ['createFile', undefined, 'Missing body.'],
    ['createFile', [], 'Invalid body: expected an object, got a list.'],
    ['createFile', 'x', 'Invalid body: expected an object, got "x".'],
    ['createFile', { name: 'Landing' }, 'Missing field "project".'],
    ['createFile', { name: 3, project: '1' }, 'Invalid value for "name": expected text, got 3.'],
    [
      'createFile',
      { name: '', project: '1' },
      'Invalid value for "name": expected text that is not empty, got "".',
    ],
    [
      'createFile',
      { name: 'a', project: '1', link_access: 'all' },
      'Invalid value for "link_access": expected one of "view", "edit", "org_view", "org_edit", "inherit", got "all".',
    ],
    ['updateFile', {}, 'At least 1 of "name", "project", "link_access", "archived" is needed.'],
    [
      'setClock',
      { advance: '5m', set: '2026-01-31T12:00:00Z' },
      'At most 1 of "advance", "set" may be given.',
    ],
    ['setClock', { back: '5m' }, 'Unknown field "back".'],
    [
      'createUpstream',
      { name: 'a', url: 'https://a.example' },
      'Unknown field "url". Did you mean "base_url"?',
    ],
    ['createApp', { name: 'a', team: '1', scope: 'all' }, 'Unknown field "scope". Did you mean "scopes"?'],
    ['updateApp', { support: 'a' }, 'Unknown field "support". Did you mean "support_contact"?'],
    ['updateApp', { team: '1' }, 'Unknown field "team".'],
    [
      'patchNodes',
      { operations: [{ op: 'remove', id: '1:2', node: {} }] },
      'Unknown field "operations[0].node".',
    ],
    [
      'mergeBranch',
      { direction: 'into_main', choose: [{ id: '1:2', take: 'main', taken: 'main' }] },
      'Unknown field "choose[0].taken". Did you mean "choose[0].take"?',
    ],
    [
      'setClock',
      { set: 'tomorrow' },
      'Invalid value for "set": expected a time as 2026-01-31T12:00:00Z, of the years 1 to 9999 and without leap seconds, got "tomorrow".',
    ],
    [
      'createToken',
      { name: 'a', scopes: [] },
      'Invalid value for "scopes": expected a list that is not empty or "all", got a list.',
    ],
    [
      'createToken',
      { name: 'a', scopes: 'al' },
      'Invalid value for "scopes": expected a list or "all", got "al".',
    ],
    [
      'createToken',
      { name: 'a', scopes: 'all', expires_in: 7776001 },
      'Invalid value for "expires_in": expected at most 7776000, got 7776001.',
    ],
    [
      'postComment',
      { message: 'a', client_meta: { x: 1, y: '2' } },
      'Invalid value for "client_meta.y": expected a number, got "2".',
    ],
    [
      'postVariables',
      { variables: [{ action: 'CREATE', name: 'a', resolvedType: 'COLOR' }] },
      'Missing field "variables[0].variableCollectionId".',
    ],
    [
      'postVariables',
      { variables: [{ action: 'ERASE' }] },
      'Invalid value for "variables[0].action": expected one of "CREATE", "UPDATE", "DELETE", got "ERASE".',
    ],
    ['postWebhook', { event_type: 'PING' }, 'Missing field "endpoint".'],
  ])('[ERR-04] %s refuses a wrong body with a sentence that names the field (%#)', (id, body, sentence) => {
    expect(bodyProblems(id, body)).toEqual([sentence]);
  });

  test('form fields are checked alike', () => {
    expect(bodyProblems('postOAuthConsent', { form_token: 'x', decision: 'maybe' })[0]).toContain(
      '"decision"',
    );
  });

  test('a body with a million errors is refused for its first', () => {
    const body = { scopes: new Array(1_000_000).fill(0), name: 'a' };
    expect(bodyProblems('createToken', body)).toHaveLength(1);
  });
});

describe('what an operation takes of a body', () => {
  test.each<[OperationId, object, object]>([
    ['postComment', { message: 'a', user: '1' }, { message: 'a' }],
    ['postSignIn', { email: 'a', account: '1', user: '2' }, { email: 'a', account: '1' }],
  ])('%s takes the fields that the contract names (%#)', (id, body, taken) => {
    expect(namedFields(id, body)).toEqual(taken);
  });

  test.each<[OperationId, unknown]>([
    ['putFileVariables', { meta: {} }],
    ['setClock', { back: '5m' }],
    ['updateTeam', undefined],
    ['updateTeam', ['name']],
  ])('%s takes as it is what has no such fields, or is refused with others (%#)', (id, body) => {
    expect(namedFields(id, body)).toEqual(body);
  });

  test('every operation of our own that takes JSON refuses fields that nobody named', () => {
    const ours = operationIds.filter((id) => {
      const { body, path } = operationContract(id);
      return path.startsWith('/workspace/v1/') && body !== null && !body.raw;
    });
    expect(ours.length).toBeGreaterThan(40);
    const refusing = ours.filter((id) => Object.hasOwn(namedFields(id, { nobody: 1 }) as object, 'nobody'));
    expect(refusing).toEqual(ours);
    const sentences = ours.filter((id) => bodyProblems(id, { nobody: 1 }).length === 0);
    expect(sentences).toEqual(['putFileVariables']);
  });

  test('every operation leaves fields that nobody named, but those that take any document', () => {
    const taken = operationIds.filter((id) => {
      const { body } = operationContract(id);
      return body !== null && !body.raw && Object.keys(namedFields(id, { nobody: 1 }) as object).length > 0;
    });
    const refusing = taken.filter((id) => bodyProblems(id, { nobody: 1 }).length > 0);
    expect(taken.filter((id) => !refusing.includes(id))).toEqual(['putFileVariables']);
  });
});

describe('a workspace file', () => {
  const problems = (file: unknown) => bodyProblems('applyWorkspace', file);

  test('may leave everything out', () => {
    expect(problems({})).toEqual([]);
  });

  test('may carry documents in it or name them by path', () => {
    const file = { name: 'a', project: '1' };
    expect(problems({ files: [{ ...file, source: { document: {} } }] })).toEqual([]);
    expect(problems({ files: [{ ...file, source: './a.json' }] })).toEqual([]);
    expect(problems({ files: [{ ...file, source: 3 }] })[0]).toContain('"files[0].source"');
  });

  test.each<[unknown, string]>([
    [null, 'Invalid body: expected an object, got null.'],
    [{ userz: [] }, 'Unknown field "userz". Did you mean "users"?'],
    [
      { teams: [{ name: 'a', organisation: '1' }] },
      'Unknown field "teams[0].organisation". Did you mean "teams[0].organization"?',
    ],
    [{ teams: [{ name: 'a', id: 100 }] }, 'Invalid value for "teams[0].id": expected text, got 100.'],
    [
      { users: [{ handle: 'a', email: 'a' }] },
      'Invalid value for "users[0].email": expected an e-mail address, got "a".',
    ],
  ])('is refused with a sentence that names the field (%#)', (file, sentence) => {
    expect(problems(file)).toEqual([sentence]);
  });
});
