import type { Kysely } from 'kysely'
import type { Context } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { SubmittedKind } from './policy.ts'

/** What a create operation takes of the thing itself: kept as it is while it waits. */
export type Payload = { content: string; title?: string } & Record<string, unknown>

export interface Draft {
  id?: string | undefined
  author_id: string
  payload: Payload
}

export interface Publication {
  id: string
  /** Not sent before with the same id. */
  isNew: boolean
  /** After the commit: whom to tell, which answers to drop. */
  announce: (context: Context) => void | Promise<void>
}

/**
 * Makes what was written public, with all that follows from it: the same for what is sent and for what is approved.
 * Undefined where something else has the id; throws as the database refuses.
 */
export type Publish = (db: Kysely<DB>, draft: Draft) => Promise<Publication | undefined>

const publishers: Partial<Record<SubmittedKind, Publish>> = {}

/** Declares how each kind is published; done once, where the features join (router.server.ts). */
export function declarePublishers(declared: Record<SubmittedKind, Publish>): void {
  Object.assign(publishers, declared)
}

export function publisherOf(kind: SubmittedKind): Publish {
  const publish = publishers[kind]
  if (!publish) throw new Error(`Nobody has declared how a ${kind} is published`)
  return publish
}
