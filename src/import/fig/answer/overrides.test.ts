import { expect, test } from 'vitest';
import { nodesBelow } from '../../../testing/document-likeness.ts';
import { documentWith, figDesign, guid, nodeOf, type Value } from '../../../testing/fig-files.ts';
import { readFigSource } from '../../../testing/fig-source.ts';
import { wanted } from '../message/wanted.ts';

/** A value of a field, whichever; one of an enumeration is its first. */
function someOf(field: string): Value {
  const type = (wanted.NodeChange.fields as Readonly<Record<string, string>>)[field] ?? '';
  if (type.endsWith('[]')) return [];
  if (type in wanted) return {};
  return { bool: true, float: 1, string: 'some' }[type] ?? 'NONE';
}

test.each([
  'size height width',
  'fillPaints fills',
  'styleIdForFill inheritFillStyleId',
  'strokePaints strokes',
  'styleIdForStrokeFill inheritFillStyleIdForStroke',
  'styleIdForText inheritTextStyleId',
  'styleIdForEffect inheritEffectStyleId',
  'fontName text',
  'fontSize text',
  'lineHeight text',
  'letterSpacing text',
  'textData characterStyleOverrides characters lineIndentations lineTypes styleOverrideTable',
  'componentPropAssignments componentProperties',
  'stackPrimarySizing primaryAxisSizingMode',
  'stackCounterSizing counterAxisSizingMode',
  'stackChildPrimaryGrow layoutGrow',
  'stackChildAlignSelf layoutAlign',
  'stackPrimaryAlignItems primaryAxisAlignItems',
  'stackCounterAlignItems counterAxisAlignItems',
  'stackPositioning layoutPositioning',
  'stackSpacing itemSpacing',
  'stackMode layoutMode',
  'stackHorizontalPadding paddingLeft',
  'stackVerticalPadding paddingTop',
  'stackPaddingRight paddingRight',
  'stackPaddingBottom paddingBottom',
  'variableConsumptionMap boundVariables',
  'variableModeBySetMap explicitVariableModes',
  'borderTopWeight individualStrokeWeights',
  'borderRightWeight individualStrokeWeights',
  'borderBottomWeight individualStrokeWeights',
  'borderLeftWeight individualStrokeWeights',
  'proportionsConstrained preserveRatio',
  'overriddenSymbolID componentId',
  ...['effects', 'exportSettings', 'locked', 'name', 'opacity', 'strokeWeight', 'visible', 'blendMode'],
  ...['cornerRadius', 'strokeAlign', 'strokeCap', 'strokeJoin', 'textAutoResize', 'textCase'],
  ...['textDecoration', 'textAlignHorizontal', 'textAlignVertical', 'hyperlink'],
])('An instance says by its name in answers what it overrides: %s', (line) => {
  const [field = '', ...properties] = line.split(' ');
  const said = { guidPath: { guids: [guid(11)] }, [field]: someOf(field) };
  const { document } = readFigSource(
    figDesign(
      documentWith(
        nodeOf('SYMBOL', 10, 2),
        nodeOf('TEXT', 11, 10),
        nodeOf('INSTANCE', 5, 1, { symbolData: { symbolID: guid(10), symbolOverrides: [said] } }),
      ),
    ),
  );
  const instance = nodesBelow(JSON.parse(Buffer.from(document).toString())).find(({ id }) => id === '1:5');
  expect(instance!.overrides).toEqual([
    { id: 'I1:5;1:11', overriddenFields: properties.length === 0 ? [field] : properties },
  ]);
});
