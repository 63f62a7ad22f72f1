import { publishToMember } from '../../accounts/live/publish.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { findMember } from '../profiles/sql.server.ts'
import { blocksContract, mutesContract } from './contract.ts'
import { canIgnore } from './policy.ts'
import { listHidden, listRelations, readState, setBlock, setMute } from './sql.server.ts'

const { member } = guards(mutesContract)
const { member: blocker } = guards(blocksContract)

export const mutesProcedures = {
  add: member.add.handler(async ({ context, input, errors }) =>
    mute(context, await findOther(context, input.username, errors), true),
  ),

  remove: member.remove.handler(async ({ context, input, errors }) =>
    mute(context, await findOther(context, input.username, errors), false),
  ),

  list: member.list.handler(({ context: { db, viewer }, input }) =>
    listRelations(db, 'mutes', viewer.id, input.cursor),
  ),

  hidden: member.hidden.handler(async ({ context: { db, viewer } }) => ({
    items: await listHidden(db, viewer.id),
  })),
}

export const blocksProcedures = {
  add: blocker.add.handler(async ({ context, input, errors }) =>
    block(context, await findOther(context, input.username, errors), true),
  ),

  remove: blocker.remove.handler(async ({ context, input, errors }) =>
    block(context, await findOther(context, input.username, errors), false),
  ),

  list: blocker.list.handler(({ context: { db, viewer }, input }) =>
    listRelations(db, 'blocks', viewer.id, input.cursor),
  ),
}

type MuteContext = Context & { viewer: Viewer }

/** Returns the id of the member with this username. Throws if it is the viewer or does not exist. */
async function findOther(
  { db, viewer }: MuteContext,
  username: string,
  errors: Record<'NOT_FOUND' | 'FORBIDDEN', () => Error>,
): Promise<string> {
  const other = await findMember(db, username)
  if (!other) throw errors.NOT_FOUND()
  if (!canIgnore(viewer, other)) throw errors.FORBIDDEN()
  return other.id
}

async function mute(context: MuteContext, otherId: string, wanted: boolean) {
  await setMute(context.db, context.viewer.id, otherId, wanted)
  return changed(context, otherId)
}

async function block(context: MuteContext, otherId: string, wanted: boolean) {
  const { id } = context.viewer
  const wasFollowed = await setBlock(context.db, id, otherId, wanted)
  if (wasFollowed) invalidate(context, `follows:${id}`, `follows:${otherId}`, 'activity')
  return changed(context, otherId)
}

/** Notifies the viewer's open pages, because the number of unread notifications may have changed. */
async function changed(context: MuteContext, otherId: string) {
  const { db, viewer } = context
  publishToMember(context, viewer.id, { type: 'notification' })
  return readState(db, viewer.id, otherId)
}

const MOST = 'Your list can have at most 1,000 people. Remove some of them first.'

/** `messages_unwanted` applies to blocks and turned-off messages, so that a sender can't detect a block. */
export const muteConstraints: ConstraintErrors = {
  blocks_most: ['CONFLICT', MOST],
  messages_to_blocked: ['FORBIDDEN', 'You’ve blocked this member.'],
  messages_unwanted: ['FORBIDDEN', 'You can’t send messages to this member.'],
  mutes_most: ['CONFLICT', MOST],
  notes_reply_blocked: ['FORBIDDEN', 'You can’t reply to this note.'],
  user_follows_blocked: ['FORBIDDEN', 'You can’t follow this member.'],
}
