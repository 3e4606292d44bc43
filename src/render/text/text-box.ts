import type { FontRequest } from './font-match.ts';

/** The fields of the interface's type style that shape and place text; others are carried along unread. */
export interface TextStyle extends FontRequest {
  fontSize?: number;
  textCase?: 'ORIGINAL' | 'UPPER' | 'LOWER' | 'TITLE' | 'SMALL_CAPS' | 'SMALL_CAPS_FORCED';
  textAlignHorizontal?: 'LEFT' | 'RIGHT' | 'CENTER' | 'JUSTIFIED';
  textAlignVertical?: 'TOP' | 'CENTER' | 'BOTTOM';
  letterSpacing?: number;
  opentypeFlags?: Readonly<Record<string, number>>;
  paragraphSpacing?: number;
  paragraphIndent?: number;
  listSpacing?: number;
  textDecoration?: 'NONE' | 'STRIKETHROUGH' | 'UNDERLINE';
  textAutoResize?: 'NONE' | 'WIDTH_AND_HEIGHT' | 'HEIGHT' | 'TRUNCATE';
  textTruncation?: 'DISABLED' | 'ENDING';
  maxLines?: number;
  lineHeightPx?: number;
  lineHeightPercent?: number;
  lineHeightPercentFontSize?: number;
  lineHeightUnit?: 'PIXELS' | 'FONT_SIZE_%' | 'INTRINSIC_%';
  /** Not of the REST interface: files of other origin say it. */
  leadingTrim?: 'NONE' | 'CAP_HEIGHT';
  [more: string]: unknown;
}

/** A TEXT node as far as its layout goes. */
export interface TextBox {
  characters: string;
  style: TextStyle;
  /** For each UTF-16 unit the id of its style, 0 for the node's own. */
  characterStyleOverrides?: readonly number[];
  styleOverrideTable?: Readonly<Record<string, TextStyle>>;
  lineTypes?: readonly string[];
  lineIndentations?: readonly number[];
  /** The node's box; without one the text is as wide and high as it comes out. */
  size?: { width: number; height: number };
  /** Whether baselines stand on whole px of the box, as in design files; slides have them where they fall. */
  wholeBaselines?: boolean;
}
