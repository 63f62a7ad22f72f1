import type { Kysely } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'

/** Input of the API operation that creates the text, stored unchanged until a moderator decides. */
export type SubmissionPayload = { content: string; title?: string; html?: string } & Record<string, unknown>

export interface SubmissionDraft {
  id?: string | undefined
  author_id: string
  payload: SubmissionPayload
}

export interface Publication {
  id: string
  /** False if the same text has already been published under this id. */
  isNew: boolean
  /** Publishes events and invalidates caches. Call it after the commit. */
  announce: (context: Context) => void | Promise<void>
}

/** Publishes a text. Returns undefined if its id is already in use. Throws database constraint errors. */
export type Publisher = (db: Kysely<DB>, draft: SubmissionDraft) => Promise<Publication | undefined>
