/**
 * What no pair of a design and its answer has shown yet stands here, and in docs/unsupported.md: how things are
 * called that were only seen on one of both sides.
 */

export const constraintNames: Readonly<Record<string, readonly [horizontal: string, vertical: string]>> = {
  MIN: ['LEFT', 'TOP'],
  CENTER: ['CENTER', 'CENTER'],
  MAX: ['RIGHT', 'BOTTOM'],
  STRETCH: ['LEFT_RIGHT', 'TOP_BOTTOM'],
  SCALE: ['SCALE', 'SCALE'],
  FIXED_MIN: ['LEFT', 'TOP'],
  FIXED_MAX: ['RIGHT', 'BOTTOM'],
};

export const overflowNames: Readonly<Record<string, string>> = {
  HORIZONTAL: 'HORIZONTAL_SCROLLING',
  VERTICAL: 'VERTICAL_SCROLLING',
  BOTH: 'HORIZONTAL_AND_VERTICAL_SCROLLING',
};

/** A track of a grid as a style sheet says it. */
export const trackTexts: Readonly<Record<string, (value: number) => string>> = {
  FLEX: () => 'minmax(0,1fr)',
  FIXED: (value) => `${value}px`,
  HUG: () => 'fit-content(100%)',
};

export const effectNames: Readonly<Record<string, string>> = {
  FOREGROUND_BLUR: 'LAYER_BLUR',
  GRAIN: 'TEXTURE',
};

export const triggerNames: Readonly<Record<string, string>> = {
  DRAG: 'ON_DRAG',
  MOUSE_IN: 'MOUSE_ENTER',
  MOUSE_OUT: 'MOUSE_LEAVE',
};

export const easingNames: Readonly<Record<string, string>> = {
  IN_CUBIC: 'EASE_IN',
  OUT_CUBIC: 'EASE_OUT',
  INOUT_CUBIC: 'EASE_IN_AND_OUT',
  LINEAR: 'LINEAR',
  IN_BACK_CUBIC: 'EASE_IN_BACK',
  OUT_BACK_CUBIC: 'EASE_OUT_BACK',
  INOUT_BACK_CUBIC: 'EASE_IN_AND_OUT_BACK',
  CUSTOM_CUBIC: 'CUSTOM_CUBIC_BEZIER',
  SPRING: 'GENTLE',
  GENTLE_SPRING: 'GENTLE',
  SPRING_PRESET_ONE: 'QUICK',
  SPRING_PRESET_TWO: 'BOUNCY',
  SPRING_PRESET_THREE: 'SLOW',
  CUSTOM_SPRING: 'CUSTOM_SPRING',
};

/** Operators of a prototype's expressions; those that answers do not know are not among them. */
export const expressionNames: Readonly<Record<string, string>> = {
  MULTIPLY: 'MULTIPLICATION',
  DIVIDE: 'DIVISION',
  ...Object.fromEntries(
    [
      'ADDITION',
      'SUBTRACTION',
      'EQUALS',
      'NOT_EQUAL',
      'LESS_THAN',
      'LESS_THAN_OR_EQUAL',
      'GREATER_THAN',
      'GREATER_THAN_OR_EQUAL',
      'AND',
      'OR',
      'NOT',
      'NEGATE',
      'VAR_MODE_LOOKUP',
    ].map((name) => [name, name]),
  ),
};

/** Kind and direction of transitions that have one; what comes from the left moves to the right. */
export const transitionNames: Readonly<Record<string, readonly [type: string, direction: string]>> =
  Object.fromEntries(
    [
      ['SLIDE_FROM', 'SLIDE_IN'],
      ['PUSH_FROM', 'PUSH'],
      ['MOVE_FROM', 'MOVE_IN'],
      ['SLIDE_OUT_TO', 'SLIDE_OUT'],
      ['MOVE_OUT_TO', 'MOVE_OUT'],
    ].flatMap(([stored = '', answered = '']) =>
      [
        ['LEFT', 'RIGHT'],
        ['RIGHT', 'LEFT'],
        ['TOP', 'BOTTOM'],
        ['BOTTOM', 'TOP'],
      ].map(([side = '', opposite = '']) => {
        const direction = stored.endsWith('TO') ? side : opposite;
        return [`${stored}_${side}`, [answered, direction] as const];
      }),
    ),
  );

/** The features of a font that its variants stand for, by what of them is not as usual. */
export const fontVariants = {
  fontVariantCommonLigatures: { false: { LIGA: 0, CLIG: 0 } },
  fontVariantContextualLigatures: { false: { CALT: 0 } },
  fontVariantDiscretionaryLigatures: { true: { DLIG: 1 } },
  fontVariantHistoricalLigatures: { true: { HLIG: 1 } },
  fontVariantOrdinal: { true: { ORDN: 1 } },
  fontVariantSlashedZero: { true: { ZERO: 1 } },
  fontVariantNumericFigure: { LINING: { LNUM: 1 }, OLDSTYLE: { ONUM: 1 } },
  fontVariantNumericSpacing: { PROPORTIONAL: { PNUM: 1 }, TABULAR: { TNUM: 1 } },
  fontVariantNumericFraction: { DIAGONAL: { FRAC: 1 }, STACKED: { AFRC: 1 } },
  fontVariantCaps: {
    SMALL: { SMCP: 1 },
    ALL_SMALL: { SMCP: 1, C2SC: 1 },
    UNICASE: { UNIC: 1 },
    PETITE: { PCAP: 1 },
    ALL_PETITE: { PCAP: 1, C2PC: 1 },
    TITLING: { TITL: 1 },
  },
  fontVariantPosition: { SUB: { SUBS: 1 }, SUPER: { SUPS: 1 } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, 0 | 1>>>>>>;

/** Which property an override of a field is told by. */
export const overriddenNames: Readonly<Record<string, readonly string[]>> = {
  size: ['height', 'width'],
  fillPaints: ['fills'],
  styleIdForFill: ['inheritFillStyleId'],
  strokePaints: ['strokes'],
  styleIdForStrokeFill: ['inheritFillStyleIdForStroke'],
  styleIdForText: ['inheritTextStyleId'],
  styleIdForEffect: ['inheritEffectStyleId'],
  fontName: ['text'],
  fontSize: ['text'],
  lineHeight: ['text'],
  letterSpacing: ['text'],
  textData: ['characterStyleOverrides', 'characters', 'lineIndentations', 'lineTypes', 'styleOverrideTable'],
  componentPropAssignments: ['componentProperties'],
  stackPrimarySizing: ['primaryAxisSizingMode'],
  stackCounterSizing: ['counterAxisSizingMode'],
  stackChildPrimaryGrow: ['layoutGrow'],
  stackChildAlignSelf: ['layoutAlign'],
  stackPrimaryAlignItems: ['primaryAxisAlignItems'],
  stackCounterAlignItems: ['counterAxisAlignItems'],
  stackPositioning: ['layoutPositioning'],
  stackSpacing: ['itemSpacing'],
  stackMode: ['layoutMode'],
  stackHorizontalPadding: ['paddingLeft'],
  stackVerticalPadding: ['paddingTop'],
  stackPaddingRight: ['paddingRight'],
  stackPaddingBottom: ['paddingBottom'],
  variableConsumptionMap: ['boundVariables'],
  variableModeBySetMap: ['explicitVariableModes'],
  borderTopWeight: ['individualStrokeWeights'],
  borderRightWeight: ['individualStrokeWeights'],
  borderBottomWeight: ['individualStrokeWeights'],
  borderLeftWeight: ['individualStrokeWeights'],
  proportionsConstrained: ['preserveRatio'],
  overriddenSymbolID: ['componentId'],
  ...Object.fromEntries(
    [
      'effects',
      'exportSettings',
      'locked',
      'name',
      'opacity',
      'strokeWeight',
      'visible',
      'blendMode',
      'cornerRadius',
      'strokeAlign',
      'strokeCap',
      'strokeJoin',
      'textAutoResize',
      'textCase',
      'textDecoration',
      'textAlignHorizontal',
      'textAlignVertical',
      'hyperlink',
    ].map((name) => [name, [name]]),
  ),
};
