import { describe, expect, it } from 'vitest';
import { create, openFile, remove, themeFile, update, value, variable } from './changes.suite.ts';

/** @see VAR-45…VAR-53, VAR-69…VAR-71, VAR-76, VAR-78, ruling H15 */
describe('changes of variables', () => {
  it.each([
    ['BOOLEAN', true],
    ['FLOAT', 0],
    ['STRING', 'String value'],
    ['COLOR', { r: 1, g: 1, b: 1, a: 1 }],
  ])('a new %s variable has a default value in every mode', (type, expected) => {
    const file = themeFile();
    file.apply({ variables: [variable('new', type)] });
    expect(file.variable('new')).toMatchObject({
      name: 'new',
      resolvedType: type,
      remote: false,
      description: '',
      hiddenFromPublishing: false,
      scopes: ['ALL_SCOPES'],
      codeSyntax: {},
      valuesByMode: { [file.id('light')]: expected, [file.id('dark')]: expected },
    });
  });

  it('set description, hidden, scopes and code syntax, and keep those that an update leaves out', () => {
    const file = themeFile();
    const set = { description: 'd', hiddenFromPublishing: true, scopes: ['GAP'], codeSyntax: { WEB: '--x' } };
    file.apply({ variables: [variable('new', 'FLOAT', 'theme', set)] });
    file.apply({ variables: [update('new', { name: 'renamed/deeper' })] });
    expect(file.variable('new')).toMatchObject({ ...set, name: 'renamed/deeper' });
    file.apply({ variables: [update('new', { description: '', codeSyntax: { iOS: 'x', TIZEN: 'y' } })] });
    expect(file.variable('new')).toMatchObject({
      description: '',
      codeSyntax: { iOS: 'x' },
      scopes: ['GAP'],
    });
  });

  it('remove duplicate scopes', () => {
    const file = themeFile();
    file.apply({ variables: [update('size', { scopes: ['GAP', 'GAP', 'OPACITY', 'GAP'] })] });
    expect(file.variable('size')?.scopes).toEqual(['GAP', 'OPACITY']);
  });

  it('list variables in the order in which they were made', () => {
    const file = themeFile();
    file.apply({ variables: [remove('gap'), variable('last')] });
    expect(file.collection('theme')?.variableIds).toEqual(
      ['size', 'title', 'ink', 'paper', 'shown', 'last'].map(file.id),
    );
  });

  it('a name is taken only within its collection, and free again after a rename or delete', () => {
    const file = themeFile();
    const again = { variables: [variable('new', 'FLOAT', 'theme', { name: 'size' })] };
    expect(file.refused(again)[0]).toContain('name is the name of VariableID:');
    expect(file.refused({ variables: [update('gap', { name: 'size' })] })[0]).toContain(
      'name is the name of',
    );
    file.apply({
      variableCollections: [create('c')],
      variables: [variable('x', 'FLOAT', 'c', { name: 'size' })],
    });
    file.apply({ variables: [update('size', { name: 'size' })] });
    file.apply({ variables: [update('size', { name: 'width' }), ...again.variables] });
    file.apply({ variables: [remove('gap'), variable('gap2', 'FLOAT', 'theme', { name: 'gap' })] });
    file.apply({
      variables: [update('gap2', { name: 'one' }), update('gap2', { name: 'two' }), variable('one')],
    });
  });

  it('a collection may have five thousand variables and no more', () => {
    const file = openFile();
    const many = Array.from({ length: 5000 }, (_, index) => variable(`v${index}`, 'FLOAT', 'c'));
    file.apply({ variableCollections: [create('c')], variables: many });
    expect(file.refused({ variables: [variable('last', 'FLOAT', 'c')] })[0]).toContain(
      '5000 variables already',
    );
    file.apply({ variables: [remove('v7'), variable('last', 'FLOAT', 'c')] });
    expect(file.state().variables.size).toBe(5000);
  });

  it('a string that is bound to text in a shared font cannot be changed', () => {
    let held = '';
    const file = themeFile({ isHeldByFont: (id) => id === held });
    held = file.id('title');
    const words = 'bound to text in a font that the organization shares';
    expect(file.refused({ variables: [update('title', { name: 'x' })] })[0]).toContain(words);
    expect(file.refused({ variableModeValues: [value('title', 'light', 'x')] })[0]).toContain(words);
    file.apply({ variableModeValues: [value('size', 'light', 4)] });
    held = file.id('size');
    file.apply({ variableModeValues: [value('size', 'light', 5)] });
  });

  it.each([
    [
      'no name',
      { action: 'CREATE', variableCollectionId: 'theme', resolvedType: 'FLOAT' },
      'name is missing',
    ],
    ['no collection', create('x', { resolvedType: 'FLOAT' }), 'variableCollectionId is missing'],
    ['no type', create('x', { variableCollectionId: 'theme' }), 'resolvedType is missing'],
    ['a type unknown', variable('x', 'NUMBER'), 'resolvedType must be one of'],
    ['a dot', variable('a.b'), 'must not contain'],
    ['a brace', variable('a{b'), 'must not contain'],
    ['a closing brace on update', update('size', { name: 'a}' }), 'must not contain'],
    ['an empty name on update', update('size', { name: '' }), 'name must not be empty'],
    ['another type on update', update('size', { resolvedType: 'STRING' }), 'can not be changed'],
    ['another collection on update', update('size', { variableCollectionId: 'no' }), 'can not be changed'],
    ['a description of null', variable('x', 'FLOAT', 'theme', { description: null }), 'must be a string'],
    ['scopes that are no list', variable('x', 'FLOAT', 'theme', { scopes: 'GAP' }), 'scopes must be a list'],
    [
      'an unknown scope',
      variable('x', 'FLOAT', 'theme', { scopes: ['GAP', 'ALL'] }),
      'scopes[1] is no scope',
    ],
    [
      'code syntax of a number',
      variable('x', 'FLOAT', 'theme', { codeSyntax: { WEB: 1 } }),
      'codeSyntax.WEB must',
    ],
    [
      'code syntax of null',
      variable('x', 'FLOAT', 'theme', { codeSyntax: null }),
      'codeSyntax must be an object',
    ],
    ['no id on delete', { action: 'DELETE' }, 'id is missing'],
    ['a collection as variable', remove('theme'), 'id names no variable'],
  ])('refuses %s', (_title, entry, words) => {
    expect(themeFile().refused({ variables: [entry] })).toEqual([expect.stringContaining(words)]);
  });

  it('an update may repeat type and collection', () => {
    const file = themeFile();
    file.apply({ variables: [update('size', { resolvedType: 'FLOAT', variableCollectionId: 'theme' })] });
  });

  it.each([
    ['FLOAT', ['GAP', 'CORNER_RADIUS', 'FONT_VARIATIONS'], true],
    ['FLOAT', ['FONT_FAMILY'], false],
    ['FLOAT', ['ALL_SCOPES', 'GAP'], false],
    ['STRING', ['FONT_FAMILY', 'TEXT_CONTENT'], true],
    ['STRING', ['ALL_FILLS'], false],
    ['COLOR', ['ALL_FILLS', 'STROKE_COLOR'], true],
    ['COLOR', ['ALL_FILLS', 'TEXT_FILL'], false],
    ['COLOR', ['TEXT_CONTENT'], false],
    ['BOOLEAN', [], true],
    ['BOOLEAN', ['ALL_SCOPES'], true],
    ['BOOLEAN', ['TEXT_CONTENT'], false],
  ])('a %s variable with scopes %j: %s', (type, scopes, taken) => {
    const reasons = themeFile().refused({ variables: [variable('x', type, 'theme', { scopes })] });
    expect(reasons).toHaveLength(taken ? 0 : 1);
  });
});
