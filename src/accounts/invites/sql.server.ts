import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, Invites } from '../../db/types.ts'
import { type AuthorRow, authorColumns, withAuthor } from '../../shared/authors/sql.server.ts'
import type { Invite } from './contract.ts'
import { INVITES_LISTED, MEMBERS_LISTED } from './policy.ts'

type Row = Omit<Invite, 'created_by'> & AuthorRow

export async function listInvites(db: Kysely<DB>): Promise<Invite[]> {
  const { rows } = await sql<Row>`
    select i.id, i.note, i.uses, i.used, i.ends_at, i.revoked_at, i.created_at, ${authorColumns},
      coalesce((select jsonb_agg(m) from (
        select p.id, p.username, p.full_name, p.avatar_url from users u join profiles p on p.id = u.id
        where u.invite_id = i.id and u.email_verified order by u.created_at desc limit ${MEMBERS_LISTED}) m), '[]') as members
    from invites i left join profiles a on a.id = i.created_by
    order by i.id desc limit ${INVITES_LISTED}`.execute(db)
  return rows.map((row) => {
    const { author, ...invite } = withAuthor(row)
    return { ...invite, created_by: author }
  })
}

export async function insertInvite(db: Kysely<DB>, invite: Insertable<Invites>): Promise<string> {
  const { id } = await db.insertInto('invites').values(invite).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Revokes an invite. Returns false if it doesn't exist or was already revoked. */
export async function revokeInvite(db: Kysely<DB>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invites')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
