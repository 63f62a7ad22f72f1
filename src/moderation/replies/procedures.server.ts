import type { Kysely } from 'kysely'
import { createItem, deleteItem, updateItem } from '../../accounts/manage-forms/items.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { DB } from '../../db/types.ts'
import { savedRepliesContract as contract } from './contract.ts'
import { REPLIES_MAX } from './policy.ts'

const { staff } = guards(contract)

export const savedRepliesProcedures = {
  list: staff.list.handler(async ({ context: { db } }) => ({
    items: await replies(db).orderBy('title').orderBy('id').execute(),
    next: null,
  })),

  create: staff.create.handler(async ({ context: { db, viewer }, input, errors }) => {
    const id = await createItem(db, 'saved_replies', viewer.id, input)
    const reply = id && (await findReply(db, id))
    if (!reply) throw errors.CONFLICT()
    return reply
  }),

  update: staff.update.handler(async ({ context: { db, viewer }, input, errors }) => {
    const outcome = await updateItem(db, 'saved_replies', viewer.id, input)
    if (outcome === 'outdated') throw errors.CONFLICT()
    const reply = outcome === 'saved' && (await findReply(db, input.id))
    if (!reply) throw errors.NOT_FOUND()
    return reply
  }),

  remove: staff.remove.handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
    if (!(await deleteItem(db, 'saved_replies', viewer.id, id))) throw errors.NOT_FOUND()
    return { id }
  }),
}

function findReply(db: Kysely<DB>, id: string) {
  return replies(db).where('id', '=', id).executeTakeFirst()
}

function replies(db: Kysely<DB>) {
  return db.selectFrom('saved_replies').select(['id', 'title', 'text', 'updated_at'])
}

export const savedReplyConstraints: ConstraintErrors = {
  saved_replies_number_check: ['CONFLICT', `You can add at most ${REPLIES_MAX} saved replies.`],
}
