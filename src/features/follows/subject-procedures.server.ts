import { guards } from '../../api/core/procedure.server.ts'
import { publishToMember } from '../live/publish.server.ts'
import * as contract from './subject-contract.ts'
import { addConceptFollow, removeConceptFollow, setPostFollow, setPostMute } from './subject-sql.server.ts'

const { member } = guards(contract)

/** What somebody follows is theirs to know, so no public page depends on it. */
export const postFollows = {
  add: member.postFollows.add.handler(async ({ context: { db, viewer }, input, errors }) => {
    const { is_found } = await setPostFollow(db, viewer.id, input.id, true)
    if (!is_found) throw errors.NOT_FOUND()
    return { following: true }
  }),

  remove: member.postFollows.remove.handler(async ({ context, input, errors }) => {
    const { is_found, has_less } = await setPostFollow(context.db, context.viewer.id, input.id, false)
    if (!is_found) throw errors.NOT_FOUND()
    if (has_less) publishToMember(context, context.viewer.id, { type: 'notification' })
    return { following: false }
  }),
}

export const postMutes = {
  add: member.postMutes.add.handler(async ({ context, input, errors }) => {
    const { is_found, has_changed } = await setPostMute(context.db, context.viewer.id, input.id, true)
    if (!is_found) throw errors.NOT_FOUND()
    if (has_changed) publishToMember(context, context.viewer.id, { type: 'notification' })
    return { muted: true }
  }),

  remove: member.postMutes.remove.handler(async ({ context, input, errors }) => {
    const { is_found, has_changed } = await setPostMute(context.db, context.viewer.id, input.id, false)
    if (!is_found) throw errors.NOT_FOUND()
    // What there was is back.
    if (has_changed) publishToMember(context, context.viewer.id, { type: 'notification' })
    return { muted: false }
  }),
}

export const conceptFollows = {
  add: member.conceptFollows.add.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await addConceptFollow(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { following: true }
  }),

  remove: member.conceptFollows.remove.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await removeConceptFollow(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { following: false }
  }),
}
