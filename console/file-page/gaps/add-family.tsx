import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { ServerRefusal, sentenceOf } from '../../api/refusals.ts';
import { useRoom } from '../room.ts';

/** Brings a family of the open catalogue; the pictures are drawn anew with it. */
export function AddFamily({ family }: { readonly family: string }) {
  const { askSoon } = useRoom();
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: async () => {
      const { failed } = await call('POST /workspace/v1/fonts/catalogue', { body: { families: [family] } });
      if (failed[0] !== undefined) throw new ServerRefusal(404, failed[0].reason);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['gaps'] });
      askSoon();
    },
  });
  return (
    <div className="gaps-add">
      <button type="button" className="button" disabled={add.isPending} onClick={() => add.mutate()}>
        {add.isPending ? `Adding ${family}…` : `Add ${family} from the catalogue`}
      </button>
      {add.error !== null && <p role="alert">{sentenceOf(add.error)}</p>}
    </div>
  );
}
