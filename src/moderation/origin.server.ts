import { type RawBuilder, sql } from 'kysely'
import type { Origin } from './origin.ts'

/** SQL expression for the origin of the moderation action with this case. */
export function originOf(caseId: RawBuilder<unknown>): RawBuilder<Origin> {
  return sql`coalesce((
    select case when ${isReported('origin_case')} then 'reported' when source = 'pending' then 'approval'
      when source = 'appeal' then 'appeal' end
    from moderation_cases as origin_case where id = ${caseId}), 'own_initiative')`
}

/** SQL condition for cases that reports opened. Enough reports hide a text, which makes the case automatic. */
export function isReported(table: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${table}.source`)} in ('report', 'automatic')`
}
