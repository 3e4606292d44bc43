import type { StyleType } from '../../contract/contract.ts';
import type { AssetNames } from '../../libraries/library-uses-store.ts';

/** How rows name a component and, where it is in one, its set. */
export const componentMembers = ({ key, name, groupKey, groupName }: AssetNames) => ({
  component_key: key,
  component_name: name,
  ...(groupKey === null || groupName === null
    ? {}
    : { component_set_key: groupKey, component_set_name: groupName }),
});

export const styleMembers = ({ key, name, type }: AssetNames) => ({
  style_key: key,
  style_name: name,
  style_type: type as StyleType,
});

/** How rows name a variable and the collection that it is in. */
export const variableMembers = ({ key, name, type, groupKey, groupName }: AssetNames) => ({
  variable_key: key,
  variable_name: name,
  variable_type: type ?? '',
  collection_key: groupKey ?? '',
  collection_name: groupName ?? '',
});
