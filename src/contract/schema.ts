/** A JSON schema of the contract. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  oneOf?: readonly Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  [keyword: string]: unknown;
}
