const text = { type: 'string', minLength: 1 };
const size = { type: 'integer', minimum: 1 };
const address = { type: 'string', pattern: '^https?://' };
const thumbnail = ['thumbnail_url', 'thumbnail_width', 'thumbnail_height'];

/**
 * What oEmbed 1.0 asks of an answer of the type `rich`. Its members for thumbnails stand together or not at all.
 * @see https://oembed.com, 2.3.4 and 2.3.4.4
 */
export const rich = {
  type: 'object',
  required: ['type', 'version', 'html', 'width', 'height'],
  properties: {
    type: { const: 'rich' },
    version: { const: '1.0' },
    title: text,
    author_name: text,
    author_url: address,
    provider_name: text,
    provider_url: address,
    cache_age: { type: 'integer', minimum: 0 },
    thumbnail_url: address,
    thumbnail_width: size,
    thumbnail_height: size,
    html: { type: 'string', pattern: '^<iframe [^<]+></iframe>$' },
    width: size,
    height: size,
  },
  dependentRequired: Object.fromEntries(thumbnail.map((name) => [name, thumbnail])),
};
