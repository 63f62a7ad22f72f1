import { type Kysely, sql } from 'kysely'
import type { Services } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { type Jobs, job } from '../../platform/jobs.server.ts'
import { sweepSent } from './sql.server.ts'

const establish = job<object>('establish-members')
const sweep = job<object>('sweep-submissions')

export function handleNewMemberJobs({ db }: Pick<Services, 'db'>, jobs: Pick<Jobs, 'every'>): void {
  jobs.every('23 * * * *', establish, () => establishMembers(db))
  jobs.every('41 4 * * *', sweep, () => sweepSent(db))
}

export async function establishMembers(db: Kysely<DB>): Promise<void> {
  await sql`select establish_members()`.execute(db)
}
