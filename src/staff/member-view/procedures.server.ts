import type { Kysely } from 'kysely'
import { guards } from '../../core/procedure.server.ts'
import { hasRole, type Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { mayActOn } from '../../moderation/policy.ts'
import { isBlank } from '../../platform/text.ts'
import { memberViewContract as contract } from './contract.ts'
import {
  addMemberNote,
  findMemberDetails,
  findMemberId,
  listHistory,
  listLatestTexts,
  listMemberNotes,
  removeMemberNote,
} from './sql.server.ts'

const { staff } = guards(contract)

export const memberViewProcedures = {
  read: staff.read.handler(async ({ context: { db, viewer }, input, errors }) => {
    const found = await findMemberDetails(db, await findOther(db, viewer, input.username, errors))
    if (!found) throw errors.NOT_FOUND()
    const { id, username, full_name, avatar_url, ...rest } = found
    const [notes, latest] = await Promise.all([listMemberNotes(db, id), listLatestTexts(db, id)])
    const member = { id, username, full_name, avatar_url }
    return { member, ...rest, may_act: mayActOn(viewer, found), notes, latest }
  }),

  history: staff.history.handler(async ({ context: { db, viewer }, input, errors }) =>
    listHistory(db, await findOther(db, viewer, input.username, errors), input.cursor),
  ),

  addNote: staff.addNote.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (isBlank(input.text)) throw errors.BAD_REQUEST({ data: { field: 'text' } })
    return addMemberNote(db, await findOther(db, viewer, input.username, errors), viewer.id, input.text)
  }),

  removeNote: staff.removeNote.handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
    const isRemoved = await removeMemberNote(db, id, viewer.id, hasRole(viewer, 'admin'))
    if (!isRemoved) throw errors.NOT_FOUND()
    return { id }
  }),
}

/** Returns the id of the member with this username. Throws if it is the viewer or does not exist. */
async function findOther(
  db: Kysely<DB>,
  viewer: Viewer,
  username: string,
  errors: Record<'NOT_FOUND' | 'FORBIDDEN', () => Error>,
): Promise<string> {
  const id = await findMemberId(db, username)
  if (!id) throw errors.NOT_FOUND()
  if (id === viewer.id) throw errors.FORBIDDEN()
  return id
}
