import { basePath } from '../../api/base-path.ts';
import { spelledInAddress } from '../../file-page/node-ids.ts';

interface FileLinkProps {
  readonly file: string;
  readonly name: string;
  readonly node?: string;
  readonly words?: string;
}

/** Where a file is looked at, or a layer of it. */
export const FileLink = ({ file, name, node, words = 'Open the file' }: FileLinkProps) => {
  const spelled = encodeURIComponent(name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100) || 'File');
  const place = node === undefined ? '' : `?node-id=${encodeURIComponent(spelledInAddress(node))}`;
  return (
    <a href={`${basePath}/design/${file}/${spelled}${place}`}>
      <bdi>{words}</bdi>
    </a>
  );
};
