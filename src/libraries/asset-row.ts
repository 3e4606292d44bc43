import { type CamelRow, camelColumns } from '../database/camel-columns.ts';

/** An asset of a library as it is published. */
export type AssetRow = CamelRow<'published_assets'>;

export const assetColumns = camelColumns('published_assets', [
  ...(['file_key', 'kind', 'key', 'team_id', 'ordinal', 'node_id', 'name', 'description'] as const),
  ...(['style_type', 'frame', 'set_key', 'sort_position', 'hash'] as const),
  ...(['version_id', 'user_id', 'created_at', 'updated_at'] as const),
]);
