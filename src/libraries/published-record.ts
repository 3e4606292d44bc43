import type { Caller } from '../access/caller.ts';
import type { AssetKind } from '../content/library-assets.ts';
import type { Context } from '../context.ts';
import type { PublishedComponent, PublishedComponentSet, PublishedStyle } from '../contract/contract.ts';
import { thumbnailAddress } from '../images/thumbnail-address.ts';
import { isoTime } from '../iso-time.ts';
import type { AssetRow } from './asset-row.ts';

/** An asset with who published its last change. */
export interface PublishedAsset extends AssetRow {
  readonly handle: string;
  readonly imgUrl: string;
}

interface Records {
  component: PublishedComponent;
  component_set: PublishedComponentSet;
  style: PublishedStyle;
}

/** What the answers say of an asset of a kind. */
export type PublishedRecord<Kind extends AssetKind> = Records[Kind];

/** Styles are no nodes that could be drawn, so they have no thumbnail. */
export function publishedRecord<Kind extends AssetKind>(
  asset: PublishedAsset,
  caller: Caller,
  context: Context,
): PublishedRecord<Kind> {
  const record = asset.kind === 'style' ? styleRecord(asset) : componentRecord(asset, caller, context);
  return record as PublishedRecord<Kind>;
}

const sharedMembers = (asset: PublishedAsset) => ({
  key: asset.key,
  file_key: asset.fileKey,
  node_id: asset.nodeId,
  name: asset.name,
  description: asset.description,
  created_at: isoTime(asset.createdAt),
  updated_at: isoTime(asset.updatedAt),
  user: { id: asset.userId, handle: asset.handle, img_url: asset.imgUrl },
});

function componentRecord(asset: PublishedAsset, { user }: Caller, context: Context): PublishedComponent {
  return {
    ...sharedMembers(asset),
    thumbnail_url: thumbnailAddress(context, user.id, asset.fileKey, asset.versionId, asset.nodeId),
    ...(asset.frame === null ? {} : { containing_frame: JSON.parse(asset.frame) }),
  };
}

function styleRecord(asset: PublishedAsset): PublishedStyle {
  // Every style has a type.
  const style_type = asset.styleType as PublishedStyle['style_type'];
  return { ...sharedMembers(asset), style_type, sort_position: asset.sortPosition };
}
