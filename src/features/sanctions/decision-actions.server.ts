import { ORPCError } from '@orpc/server'
import type { Sanction } from '../../api/core/viewer.ts'
import type { DecisionAction } from '../moderation/decision-actions.server.ts'
import { addSanction, announceSanction } from './sanction.server.ts'

/** What the queue decides about the member whose thing was reported. */
export const sanctionReported = {
  suspend: sanctionBy('suspension'),
  rate_limit: sanctionBy('rate_limit'),
  require_approval: sanctionBy('approval'),
  warn: sanctionBy('warning'),
}

function sanctionBy(kind: Sanction['kind']): DecisionAction {
  return {
    kinds: ['post', 'comment', 'note', 'profile', 'message'],
    isAboutMember: true,
    act: async (
      trx,
      viewer,
      { member_id, case_id, rule, reason, note, part_of },
      { message = '', per_day, days },
    ) => {
      if (!member_id)
        throw new ORPCError('CONFLICT', { message: 'The author has left: there is nobody to tell.' })
      const grounds = { rule, reason, note, case_id, part_of }
      const sanction = { kind, message, per_day, ends_at: days ? inDays(days) : null }
      const acted = await addSanction(trx, viewer, { ...grounds, ...sanction, member_id })
      return { action_id: acted.action_id, afterCommit: (context) => announceSanction(context, acted) }
    },
  }
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()
}
