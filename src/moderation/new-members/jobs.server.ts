import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { sweepTextFingerprints } from './sql.server.ts'

const establish = job<object>('establish-members')
const sweep = job<object>('sweep-submissions')

export function handleNewMemberJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  jobs.every('23 * * * *', establish, () => establishMembers(db))
  jobs.every('41 4 * * *', sweep, () => sweepTextFingerprints(db))
}

/** Marks members as established once three of their texts have been public for three days. */
export async function establishMembers(db: Kysely<DB>): Promise<void> {
  await sql`
    update profiles set established_at = now(), held_until_established = false
    where id in (
      select p.id from profiles p join users u on u.id = p.id
      where p.established_at is null and u.email_verified and has_stood(p.id, p.new_since)
      order by p.id for no key update of p skip locked)`.execute(db)
}
