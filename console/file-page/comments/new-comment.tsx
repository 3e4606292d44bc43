import { call } from '../../api/call.ts';
import { Icon } from '../parts/icon.tsx';
import { goTo } from '../use-place.ts';
import { useCommentChange } from './comment-queries.ts';
import { type DraftPin, setDraftPin, useDraftPin } from './draft-pin.ts';
import { WriteForm } from './write-form.tsx';

/** Begins a thread, on the file as a whole or where a pin was placed. */
export function NewComment() {
  const draft = useDraftPin();
  const post = useCommentChange((message: string, file) =>
    call('POST /v1/files/{file_key}/comments', {
      path: { file_key: file },
      body: { message, ...placeOf(draft) },
    }),
  );
  const send = async (message: string) => ((await post.mutateAsync(message)) as { id: string }).id;
  const openThread = (thread: string) => {
    setDraftPin('none');
    goTo({ thread });
  };
  return (
    <div className="new-comment">
      <WriteForm
        key={typeof draft === 'string' ? 'file' : 'pin'}
        name="Comment"
        send={send}
        onSent={openThread}
        isFirst={typeof draft !== 'string'}
      />
      <PinChoice draft={draft} />
    </div>
  );
}

function PinChoice({ draft }: { draft: DraftPin }) {
  if (draft === 'none')
    return (
      <button
        type="button"
        className="quiet-button"
        title="Place a pin (C)"
        onClick={() => setDraftPin('waiting')}
      >
        <Icon name="comment" />
        Place a pin
      </button>
    );
  return (
    <p className="pin-choice">
      <span role="status">
        {draft === 'waiting'
          ? 'Click on the canvas where the comment belongs, or draw a region.'
          : 'The comment goes where the pin is.'}
      </span>
      <button type="button" className="quiet-button" onClick={() => setDraftPin('none')}>
        Without a pin
      </button>
    </p>
  );
}

function placeOf(draft: DraftPin) {
  if (typeof draft === 'string') return {};
  const { node, x, y, region } = draft.place;
  const place = node === undefined ? { x, y } : { node_id: node, node_offset: { x, y } };
  if (region === undefined) return { client_meta: place };
  const { width: region_width, height: region_height, corner: comment_pin_corner } = region;
  return { client_meta: { ...place, region_width, region_height, comment_pin_corner } };
}
