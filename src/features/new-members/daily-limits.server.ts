import { randomUUID } from 'node:crypto'
import { ORPCError, os } from '@orpc/server'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../../api/core/context.server.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { waitInWords } from '../../platform/rate.ts'
import { NEW_MEMBER_TURNS, type Turn } from './policy.ts'

type Asked = Pick<Context, 'config' | 'db'> & { viewer: Viewer }

const base = os.$context<Context & { viewer: Viewer }>()

/**
 * What a new member may publish in a day, for the operation that does: `member.create.use(dailyLimit('post'), ownId)`. A thing
 * that was refused takes no turn; one that was deleted, or that waits for approval, does.
 */
export function dailyLimit(kind: Turn) {
  return base.middleware(({ context, next }, id: string | undefined) =>
    withDailyTurn(context, kind, id, () => next()),
  )
}

/** Does something for which a new member has so many turns a day. Throws 429 when there is none. */
export async function withDailyTurn<T>(
  { config, db, viewer }: Asked,
  kind: Turn,
  id: string | undefined,
  act: () => T | PromiseLike<T>,
): Promise<T> {
  if (!config.RATE_LIMITS) return act()
  const target = id ?? randomUUID()
  const { is_taken, wait } = await takeTurn(db, viewer.id, kind, target)
  if (wait) throw tooMany(kind, wait)
  try {
    return await act()
  } catch (error) {
    if (is_taken) await giveBack(db, viewer.id, kind, target)
    throw error
  }
}

async function takeTurn(db: Kysely<DB>, member: string, kind: Turn, target: string) {
  const { rows } = await sql<{ is_taken: boolean; wait: number | null }>`
    select * from take_new_member_turn(${member}, ${kind}, ${target}, ${NEW_MEMBER_TURNS[kind]})`.execute(db)
  return rows[0] as { is_taken: boolean; wait: number | null }
}

async function giveBack(db: Kysely<DB>, member: string, kind: Turn, target: string): Promise<void> {
  await db
    .deleteFrom('new_member_turns')
    .where((where) => where.and({ member_id: member, kind, target_id: target }))
    .execute()
}

const NAMES: Record<Turn, string> = {
  post: 'posts',
  comment: 'comments',
  note: 'notes',
  conversation: 'new conversations',
}

function tooMany(kind: Turn, retry_after: number) {
  const number = `${NEW_MEMBER_TURNS[kind]} ${NAMES[kind]}`
  const message = `New members have ${number} a day. The next is possible in ${waitInWords(retry_after)}.`
  return new ORPCError('TOO_MANY_REQUESTS', { message, data: { retry_after } })
}
