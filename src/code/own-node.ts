/** A paint as the interface has it, as far as it is shown. */
export interface Paint {
  readonly type: string;
  readonly visible?: boolean;
  readonly opacity?: number;
  readonly blendMode?: string;
  readonly color?: Color;
  readonly gradientStops?: readonly { readonly position: number; readonly color: Color }[];
  readonly gradientHandlePositions?: readonly { readonly x: number; readonly y: number }[];
  readonly imageRef?: string;
  readonly scaleMode?: string;
  readonly boundVariables?: Readonly<Record<string, Alias>>;
}

export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a?: number;
}

export interface Alias {
  readonly type: string;
  readonly id: string;
}

export interface Effect {
  readonly type: string;
  readonly visible?: boolean;
  readonly radius?: number;
  readonly spread?: number;
  readonly color?: Color;
  readonly offset?: { readonly x: number; readonly y: number };
}

export interface TypeStyle {
  readonly fontFamily?: string;
  readonly fontPostScriptName?: string | null;
  readonly fontStyle?: string;
  readonly italic?: boolean;
  readonly fontWeight?: number;
  readonly fontSize?: number;
  readonly lineHeightPx?: number;
  readonly lineHeightUnit?: string;
  readonly letterSpacing?: number;
  readonly textAlignHorizontal?: string;
  readonly textDecoration?: string;
  readonly textCase?: string;
}

export interface ExportSetting {
  readonly suffix: string;
  readonly format: string;
  readonly constraint: { readonly type: string; readonly value: number };
}

interface Size {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a node says of itself, as far as it shows; all of it comes from a file, so any of it may be absent. */
export interface OwnNode {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly visible?: boolean;
  readonly locked?: boolean;
  readonly opacity?: number;
  readonly rotation?: number;
  readonly absoluteBoundingBox?: Size | null;
  readonly fills?: readonly Paint[];
  readonly strokes?: readonly Paint[];
  readonly strokeWeight?: number;
  readonly strokeAlign?: string;
  readonly strokeDashes?: readonly number[];
  readonly cornerRadius?: number;
  readonly rectangleCornerRadii?: readonly number[];
  readonly effects?: readonly Effect[];
  readonly layoutMode?: string;
  readonly layoutWrap?: string;
  readonly itemSpacing?: number;
  readonly paddingLeft?: number;
  readonly paddingRight?: number;
  readonly paddingTop?: number;
  readonly paddingBottom?: number;
  readonly primaryAxisAlignItems?: string;
  readonly counterAxisAlignItems?: string;
  readonly layoutSizingHorizontal?: string;
  readonly layoutSizingVertical?: string;
  readonly clipsContent?: boolean;
  readonly characters?: string;
  readonly style?: TypeStyle;
  readonly styles?: Readonly<Record<string, string>>;
  readonly boundVariables?: Readonly<Record<string, unknown>>;
  readonly componentId?: string;
  readonly componentProperties?: Readonly<Record<string, { readonly type: string; readonly value: unknown }>>;
  readonly componentPropertyDefinitions?: Readonly<
    Record<
      string,
      { readonly type: string; readonly defaultValue: unknown; readonly variantOptions?: string[] }
    >
  >;
  readonly devStatus?: { readonly type: string; readonly description?: string };
  readonly exportSettings?: readonly ExportSetting[];
}

/** An entry of the maps beside a document. */
export interface Named {
  readonly key?: string;
  readonly name: string;
  readonly description?: string;
  readonly remote?: boolean;
  readonly componentSetId?: string;
  readonly styleType?: string;
}

export interface NodeEntry {
  readonly document: OwnNode;
  readonly components?: Readonly<Record<string, Named>>;
  readonly componentSets?: Readonly<Record<string, Named>>;
  readonly styles?: Readonly<Record<string, Named>>;
}
