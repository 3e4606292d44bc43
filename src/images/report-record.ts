import type { SceneReport } from '../render/scene/scene.ts';

/** What a picture lacks, as answers and commands tell it. */
export const reportRecord = ({ substitutions, notDrawn }: SceneReport) => ({
  substitutions: substitutions.map(({ nodeId, asked, used, reason }) => ({
    node_id: nodeId,
    asked: { ...asked },
    used: {
      family: used.family,
      style: used.style,
      post_script_name: used.postScriptName,
      weight: used.weight,
      italic: used.italic,
    },
    reason,
  })),
  not_drawn: notDrawnRecord(notDrawn),
});

export const notDrawnRecord = (notDrawn: SceneReport['notDrawn']) =>
  notDrawn.map(({ nodeId, reason }) => ({ node_id: nodeId, reason }));
