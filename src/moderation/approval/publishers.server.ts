import type { Kysely } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { SubmittedKind } from './policy.ts'

/** Input of the create operation, stored unchanged until the decision. */
export type Payload = { content: string; title?: string } & Record<string, unknown>

export interface Draft {
  id?: string | undefined
  author_id: string
  payload: Payload
}

export interface Publication {
  id: string
  /** False if the same text was already published under this id. */
  isNew: boolean
  /** Called after the commit to publish events and invalidate caches. */
  announce: (context: Context) => void | Promise<void>
}

/** Publishes a text, also after approval. Returns undefined if the id is taken. Throws database constraint errors. */
type Publish = (db: Kysely<DB>, draft: Draft) => Promise<Publication | undefined>

const publishers: Partial<Record<SubmittedKind, Publish>> = {}

/** Called once, by router.server.ts. */
export function declarePublishers(declared: Record<SubmittedKind, Publish>): void {
  Object.assign(publishers, declared)
}

export function publisherOf(kind: SubmittedKind): Publish {
  const publish = publishers[kind]
  if (!publish) throw new Error(`No publisher registered for ${kind}`)
  return publish
}
