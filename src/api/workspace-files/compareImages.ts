import { exactNodeId } from '../../contract/branded-ids.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { comparedPictures } from './compared-pictures.ts';
import { comparedVersions } from './compared-versions.ts';
import { drawnPicture } from './drawn-picture.ts';

/** A node as it was, as it is, or what differs, as a picture; the three have one size. */
export const compareImages: Handler<'compareImages'> = async (call, context) => {
  const { node, kind } = call.query;
  const nodeId = exactNodeId(node);
  const compared = await comparedVersions(call, context);
  const places = await compared.run(function* ({ before, after }) {
    yield;
    return { before: before.find(nodeId), after: after.find(nodeId) };
  });
  if (places.before === undefined && places.after === undefined)
    throw notFound('Neither version has such a node');
  if (kind !== 'difference' && places[kind] === undefined)
    throw notFound(`The ${kind === 'before' ? 'earlier' : 'later'} version has no such node`);
  const { open } = await comparedPictures(call, context, compared);
  const picture = await open(nodeId, kind);
  if (picture === undefined) throw notFound('There is nothing to see.');
  return drawnPicture(picture);
};
