import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { setBlock, setMute } from '../../mutes/sql.server.ts'
import { demoId } from '../random.ts'
import type { EventOf } from './events.ts'
import { daysAfter, insertAction, type Scene } from './scene.server.ts'

export async function vouch(scene: Scene, { member, by }: EventOf<'vouch'>, at: string): Promise<void> {
  const id = scene.memberId(member)
  await scene.db.updateTable('profiles').set({ established_at: at }).where('id', '=', id).execute()
  const about = { kind: 'member', member_id: id, target_id: id } as const
  await insertAction(scene, at, { ...about, action: 'vouch', by: scene.memberId(by) })
}

export async function note(scene: Scene, { member, by, text }: EventOf<'note'>, at: string): Promise<void> {
  const id = demoId(new Date(at), `member note ${member} ${text}`)
  const [member_id, author_id] = [scene.memberId(member), scene.memberId(by)]
  await scene.db
    .insertInto('member_notes')
    .values({ id, member_id, author_id, text, created_at: at })
    .execute()
}

export async function mute(scene: Scene, { by, whom }: EventOf<'mute'>, at: string): Promise<void> {
  await setMute(scene.db, scene.memberId(by), scene.memberId(whom), true)
  await sql`update mutes set created_at = ${at} where created_at = now()`.execute(scene.db)
}

export async function block(scene: Scene, { by, whom }: EventOf<'block'>, at: string): Promise<void> {
  await setBlock(scene.db, scene.memberId(by), scene.memberId(whom), true)
  await sql`update blocks set created_at = ${at} where created_at = now()`.execute(scene.db)
}

/** Its link is nobody's: only the digest of one is kept. */
export async function invite(scene: Scene, event: EventOf<'invite'>, at: string): Promise<void> {
  const { by, note, uses, ends_days_ago, joined } = event
  const id = demoId(new Date(at), `invite ${note}`)
  const created_by = scene.memberId(by)
  const token_hash = createHash('sha256').update(randomBytes(24)).digest('hex')
  const ends_at = daysAfter(scene.anchor.toISOString(), -ends_days_ago)
  await scene.db
    .insertInto('invites')
    .values({ id, token_hash, note, uses, used: joined.length, ends_at, created_by, created_at: at })
    .execute()
  if (joined.length === 0) return
  await scene.db
    .updateTable('users')
    .set({ invite_id: id, invited_by: created_by })
    .where('id', 'in', joined.map(scene.memberId))
    .execute()
}

export async function blockDomain(scene: Scene, event: EventOf<'block_domain'>, at: string): Promise<void> {
  const { domain, reason, as } = event
  const by = scene.memberId(event.by)
  const action_id = await insertAction(scene, at, {
    ...ABOUT_DOMAIN,
    ...{ action: 'block_domain', by, reason, details: { domain } },
  })
  await scene.db
    .insertInto('blocked_domains')
    .values({ domain, reason, added_by: by, created_at: at, action_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (as) scene.actions.set(as, action_id)
}

export async function unblockDomain(
  scene: Scene,
  event: EventOf<'unblock_domain'>,
  at: string,
): Promise<void> {
  const { domain, by, of } = event
  await scene.db.deleteFrom('blocked_domains').where('domain', '=', domain).execute()
  const entry = { by: scene.memberId(by), details: { domain }, reverts: scene.actions.get(of) as string }
  await insertAction(scene, at, { ...ABOUT_DOMAIN, ...entry, action: 'unblock_domain' })
}

const ABOUT_DOMAIN = { kind: 'domain', member_id: null, target_id: null } as const
