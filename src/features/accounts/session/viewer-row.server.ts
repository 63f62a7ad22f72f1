import { type RawBuilder, sql } from 'kysely'
import type { Services } from '../../../api/core/context.server.ts'
import type { Sanction, Viewer } from '../../../api/core/viewer.ts'
import { memberColumns } from '../../authors/sql.server.ts'

/** A viewer as `viewerColumns` reads them. */
export interface ViewerRow extends Omit<Viewer, 'sanctions' | 'leaving_at' | 'mail_stopped'> {
  sanctions: Sanction[] | null
  mail_stopped: boolean
  leaving_at: string | null
}

export function toViewer({ sanctions, leaving_at, mail_stopped, ...viewer }: ViewerRow): Viewer {
  return {
    ...viewer,
    ...(sanctions && { sanctions: sanctions.map(withIsoEnd) }),
    ...(leaving_at && { leaving_at }),
    ...(mail_stopped && { mail_stopped }),
  }
}

/** Where staff needs a second factor, who has none is a member like any other. */
export function withRestingRoles(
  viewer: Viewer,
  hasSecondFactor: boolean,
  { STAFF_SECOND_FACTOR }: Pick<Services['config'], 'STAFF_SECOND_FACTOR'>,
): Viewer {
  if (STAFF_SECOND_FACTOR !== 'required' || hasSecondFactor || viewer.roles.length === 0) return viewer
  return { ...viewer, roles: [], resting_roles: viewer.roles }
}

/** PostgreSQL's JSON writes times with the offset. */
function withIsoEnd(sanction: Sanction): Sanction {
  return { ...sanction, ends_at: sanction.ends_at && new Date(sanction.ends_at).toISOString() }
}

/** What holds a member back (api/core/standing.server.ts) comes with who they are: a suspension, then warnings, the oldest first. */
export const viewerColumns: RawBuilder<ViewerRow> = sql`
  ${memberColumns},
  array(select role from user_roles where user_id = p.id order by role) as roles,
  (select jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'message', s.message, 'rule', m.rule,
      'per_day', s.per_day, 'ends_at', s.ends_at, 'action_id', s.action_id) order by s.kind = 'warning', s.id)
    from sanctions s join moderation_actions m on m.id = s.action_id
    where s.member_id = p.id and s.kind in ('suspension', 'warning') and is_in_force(s)
      and s.lifted_at is null and s.acknowledged_at is null) as sanctions,
  (select delete_at from account_deletions where user_id = p.id) as leaving_at,
  is_mail_stopped(p.id) as mail_stopped`
