import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { type MailDelivery, RecipientRefusedError } from '../../platform/mail/mail.server.ts'

/** Wraps `deliver` to count consecutive refusals of an address. A refused mail is not retried. */
export function withRefusalCount(db: Kysely<DB>, deliver: MailDelivery): MailDelivery {
  return async (message) => {
    try {
      await deliver(message)
    } catch (error) {
      if (!(error instanceof RecipientRefusedError)) throw error
      await noteRefusal(db, message.to)
      return
    }
    await noteAcceptance(db, message.to)
  }
}

/** Counts a refusal. After three in a row, mail stops (`is_mail_stopped`). A new address starts at zero. */
async function noteRefusal(db: Kysely<DB>, email: string): Promise<void> {
  await sql`
    insert into mail_refusals as refusals (user_id, email) select id, email from users where email = lower(${email})
    on conflict (user_id) do update set email = excluded.email, refused_at = now(),
      in_a_row = case when refusals.email = excluded.email then refusals.in_a_row + 1 else 1 end`.execute(db)
}

async function noteAcceptance(db: Kysely<DB>, email: string): Promise<void> {
  await sql`
    delete from mail_refusals where user_id = (select id from users where email = lower(${email}))`.execute(
    db,
  )
}

export async function deleteMailRefusals(db: Kysely<DB>, memberId: string): Promise<void> {
  await db.deleteFrom('mail_refusals').where('user_id', '=', memberId).execute()
}
