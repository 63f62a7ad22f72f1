import { type RawBuilder, sql } from 'kysely'
import type { Removal } from './removal-schema.ts'

/** What is told of a removal by its id; null, and nothing is looked up, for what was not removed. */
export function removalOf(removalId: RawBuilder<unknown>): RawBuilder<Removal | null> {
  return sql`case when ${removalId} is not null then (
    select json_build_object('rule', action.rule, 'reason', action.reason, 'action_id', action.id,
      'is_hidden', action.acted_as = 'system' and action.case_id is not null)
    from moderation_actions action where action.id = ${removalId}) end`
}
