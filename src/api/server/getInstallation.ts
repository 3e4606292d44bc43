import { isoTimeOrNull } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import { stateOfInstallation } from '../../oversight/state-of-installation.ts';
import { shownEndpoint } from '../../webhooks/shown-endpoint.ts';

/** How the installation does: version, health, what it holds, what it works at, and which webhooks fail. */
export const getInstallation: Handler<'getInstallation'> = async ({ caller }, context) => {
  const { counts, storage, ...state } = await stateOfInstallation(context, caller);
  const { users: people, ...things } = counts;
  return {
    json: {
      version: state.version,
      database: state.engine,
      test_mode: state.isTestMode,
      ready: state.whyNot === undefined,
      not_ready_because: state.whyNot ?? null,
      processes: state.processes.map(({ name, version, roles }) => ({ name, version, roles })),
      counts: { ...things, people },
      storage: {
        database_bytes: storage.databaseBytes,
        image_fills_bytes: storage.imageFills,
        fonts_bytes: storage.fonts,
        bucket_bytes: storage.bucket,
        disk_bytes: storage.diskBytes,
        free_bytes: storage.freeBytes,
      },
      renders_waiting: state.rendersWaiting,
      deliveries_waiting: state.waiting,
      chores: state.chores.map(({ name, nextAt, isRunning, endedAt, failedAt }) => ({
        name,
        running: isRunning,
        next_at: new Date(nextAt).toISOString(),
        ended_at: isoTimeOrNull(endedAt),
        failed_at: isoTimeOrNull(failedAt),
      })),
      failing_webhooks: state.failing.map(({ id, endpoint, teamId, teamName, failed, failedAt }) => ({
        id,
        endpoint: shownEndpoint(endpoint),
        failed,
        team: teamId,
        team_name: teamName,
        failed_at: new Date(failedAt).toISOString(),
      })),
    },
  };
};
