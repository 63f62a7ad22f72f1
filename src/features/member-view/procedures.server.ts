import { guards } from '../../api/core/procedure.server.ts'
import { hasRole } from '../../api/core/viewer.ts'
import { isBlank } from '../../platform/text.ts'
import { mayActOn } from '../moderation/policy.ts'
import { memberView as contract } from './contract.ts'
import {
  addNote,
  findMember,
  findMemberId,
  listHistory,
  listLatest,
  listNotes,
  removeNote,
} from './sql.server.ts'

const { staff } = guards(contract)

export const memberView = {
  read: staff.read.handler(async ({ context: { db, viewer }, input, errors }) => {
    const id = await findMemberId(db, input.username)
    if (id === viewer.id) throw errors.FORBIDDEN()
    const found = id && (await findMember(db, id))
    if (!found) throw errors.NOT_FOUND()
    const { id: memberId, username, full_name, avatar_url, ...rest } = found
    const [notes, latest] = await Promise.all([listNotes(db, memberId), listLatest(db, memberId)])
    const member = { id: memberId, username, full_name, avatar_url }
    return { member, ...rest, may_act: mayActOn(viewer, found), notes, latest }
  }),

  history: staff.history.handler(async ({ context: { db, viewer }, input, errors }) => {
    const id = await findMemberId(db, input.username)
    if (!id) throw errors.NOT_FOUND()
    if (id === viewer.id) throw errors.FORBIDDEN()
    return listHistory(db, id, input.cursor)
  }),

  addNote: staff.addNote.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (isBlank(input.text)) throw errors.BAD_REQUEST({ data: { field: 'text' } })
    const id = await findMemberId(db, input.username)
    if (!id) throw errors.NOT_FOUND()
    if (id === viewer.id) throw errors.FORBIDDEN()
    return addNote(db, id, viewer.id, input.text)
  }),

  removeNote: staff.removeNote.handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
    const isRemoved = await removeNote(db, id, viewer.id, hasRole(viewer, 'admin'))
    if (!isRemoved) throw errors.NOT_FOUND()
    return { id }
  }),
}
