import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { jsonTime, memberJson } from '../../moderation/json-sql.server.ts'
import type { CaseDetail } from './case-schemas.ts'

/** SQL for the notes of the case `c` as JSON, oldest first. */
export const caseNotes = sql<CaseDetail['notes']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'text', n.text, 'created_at', ${jsonTime('n.created_at')},
    'author', ${memberJson(sql`n.author_id`)}) order by n.number), '[]')
  from case_notes n where n.case_id = c.id)`

/** Adds a note to a locked case. The constraint case_notes_number_check limits the number of notes. */
export async function addCaseNote(
  trx: Kysely<DB>,
  { id, by, text }: { id: string; by: string; text: string },
): Promise<void> {
  await sql`
    insert into case_notes (case_id, number, author_id, text)
    select ${id}, coalesce(max(number), 0) + 1, ${by}, ${text} from case_notes where case_id = ${id}`.execute(
    trx,
  )
}

/** Deletes notes of cases that were closed before the interval, such as '90 days'. */
export async function eraseCaseNotes(db: Kysely<DB>, age: string): Promise<void> {
  await sql`
    delete from case_notes n using moderation_cases c
    where c.id = n.case_id and c.closed_at < now() - ${age}::interval`.execute(db)
}
