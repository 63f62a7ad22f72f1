import { createItem, deleteItem, updateItem } from '../../accounts/manage-forms/items.server.ts'
import { invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { conceptsContract as contract } from './contract.ts'
import { findConcept, listConcepts } from './sql.server.ts'

const { visitor, curator } = guards(contract)

/** All responses that show posts have the tag `categories`. */
export const conceptsProcedures = {
  list: visitor.list.handler(async ({ context }) => {
    tag('categories', 'posts')
    return { items: await listConcepts(context.db), next: null }
  }),

  read: visitor.read.handler(async ({ context, input, errors }) => {
    tag('categories', 'posts')
    const category = isUuid(input.id) ? await findConcept(context.db, input.id) : undefined
    if (!category) throw errors.NOT_FOUND()
    return category
  }),

  create: curator.create.handler(async ({ context, input, errors }) => {
    const id = await createItem(context.db, 'categories', context.viewer.id, input)
    const category = id && (await findConcept(context.db, id))
    if (!category) throw errors.CONFLICT()
    invalidate(context, 'categories')
    return category
  }),

  update: curator.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateItem(context.db, 'categories', context.viewer.id, input)
    if (outcome === 'outdated') throw errors.CONFLICT()
    const category = outcome === 'saved' && (await findConcept(context.db, input.id))
    if (!category) throw errors.NOT_FOUND()
    invalidate(context, 'categories')
    return category
  }),

  remove: curator.remove.handler(async ({ context, input: { id }, errors }) => {
    if (!(await deleteItem(context.db, 'categories', context.viewer.id, id))) throw errors.NOT_FOUND()
    // Deleting it changes the related posts of its posts.
    invalidate(context, 'categories', `category:${id}`)
    return { id }
  }),
}

export const conceptConstraints: ConstraintErrors = {
  categories_name_key: ['CONFLICT', 'A category with this name already exists.', 'name'],
}
