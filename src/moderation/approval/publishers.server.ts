import type { Kysely } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'

/** Input of the create operation, stored unchanged until the decision. */
export type SubmissionPayload = { content: string; title?: string } & Record<string, unknown>

export interface SubmissionDraft {
  id?: string | undefined
  author_id: string
  payload: SubmissionPayload
}

export interface Publication {
  id: string
  /** False if the same text was already published under this id. */
  isNew: boolean
  /** Called after the commit to publish events and invalidate caches. */
  announce: (context: Context) => void | Promise<void>
}

/** Publishes a text, also after approval. Returns undefined if the id is taken. Throws database constraint errors. */
export type Publisher = (db: Kysely<DB>, draft: SubmissionDraft) => Promise<Publication | undefined>
