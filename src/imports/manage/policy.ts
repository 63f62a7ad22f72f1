import type { RateLimit } from '../../core/rate-limited.ts'

export const RUN_STATES = ['reading', 'writing', 'done', 'stopped', 'undoing', 'undone'] as const
export type RunState = (typeof RUN_STATES)[number]

/** Runs per page. */
export const RUNS_PAGE = 20

/** Seconds without a sign of life after which a run counts as stopped. The command gives one every second. */
export const STOPPED_SECONDS = 30

export const NO_RUN = 'Import not found.'
export const IS_DRY_RUN = 'A dry run wrote nothing, so there’s nothing to undo.'
export const IS_UNDONE = 'This import has already been undone.'
export const IS_RUNNING = 'An import is running. Wait until it has finished, or stop it.'
export const NO_REPORT =
  'This server doesn’t have the report. Look in DATA_DIR/imports/ on the machine that ran the import.'

export const UNDO_RATE_LIMIT: RateLimit = {
  name: 'undo import',
  account: { times: 10, seconds: 600 },
  address: { times: 30, seconds: 600 },
}
