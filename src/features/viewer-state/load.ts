import { client } from '../../api/core/client.ts'
import { batchViewerState } from './batch.ts'

/** One for the whole page: what all its parts ask for in one go is one call. */
export const load = batchViewerState(client.viewerState)
