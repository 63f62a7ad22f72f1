import type { Kysely } from 'kysely'
import type { Context } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { SubmittedKind } from './policy.ts'

/** Input of the create operation, stored unchanged while it waits. */
export type Payload = { content: string; title?: string } & Record<string, unknown>

export interface Draft {
  id?: string | undefined
  author_id: string
  payload: Payload
}

export interface Publication {
  id: string
  /** False if the same text was sent before with this id. */
  isNew: boolean
  /** Called after the commit: publishes events and invalidates caches. */
  announce: (context: Context) => void | Promise<void>
}

/** Publishes a text that was sent or approved. Returns undefined if the id is taken; throws the database's refusals. */
type Publish = (db: Kysely<DB>, draft: Draft) => Promise<Publication | undefined>

const publishers: Partial<Record<SubmittedKind, Publish>> = {}

/** Called once, by router.server.ts. */
export function declarePublishers(declared: Record<SubmittedKind, Publish>): void {
  Object.assign(publishers, declared)
}

export function publisherOf(kind: SubmittedKind): Publish {
  const publish = publishers[kind]
  if (!publish) throw new Error(`Nobody has declared how a ${kind} is published`)
  return publish
}
