import sharp from 'sharp';
import type { Pixels } from './pixels.ts';

/** High enough for text; colours are kept for each pixel. */
const quality = 90;

/** Writes a picture as JPEG, on white. */
export const encodeJpg = ({ bytes, width, height }: Pixels): Promise<Buffer> =>
  sharp(bytes, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .withMetadata({ density: 72 })
    .toBuffer();
