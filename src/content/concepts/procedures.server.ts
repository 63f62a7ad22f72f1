import { createItem, deleteItem, updateItem } from '../../accounts/manage-forms/items.server.ts'
import { invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { conceptsContract as contract } from './contract.ts'
import { findConcept, listConcepts } from './sql.server.ts'

const { visitor, curator } = guards(contract)

/** All responses that show posts have the cache tag `concepts`, so changing a concept invalidates them. */
export const conceptsProcedures = {
  list: visitor.list.handler(async ({ context }) => {
    tag('concepts', 'posts')
    return { items: await listConcepts(context.db), next: null }
  }),

  read: visitor.read.handler(async ({ context, input, errors }) => {
    tag('concepts', 'posts')
    const concept = isUuid(input.id) ? await findConcept(context.db, input.id) : undefined
    if (!concept) throw errors.NOT_FOUND()
    return concept
  }),

  create: curator.create.handler(async ({ context, input, errors }) => {
    const id = await createItem(context.db, 'concepts', context.viewer.id, input)
    const concept = id && (await findConcept(context.db, id))
    if (!concept) throw errors.CONFLICT()
    invalidate(context, 'concepts')
    return concept
  }),

  update: curator.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateItem(context.db, 'concepts', context.viewer.id, input)
    if (outcome === 'outdated') throw errors.CONFLICT()
    const concept = outcome === 'saved' && (await findConcept(context.db, input.id))
    if (!concept) throw errors.NOT_FOUND()
    invalidate(context, 'concepts')
    return concept
  }),

  remove: curator.remove.handler(async ({ context, input: { id }, errors }) => {
    if (!(await deleteItem(context.db, 'concepts', context.viewer.id, id))) throw errors.NOT_FOUND()
    // Also invalidates the posts that had the concept, because their lists of related posts change.
    invalidate(context, 'concepts', `concept:${id}`)
    return { id }
  }),
}

export const conceptConstraints: ConstraintErrors = {
  concepts_name_key: ['CONFLICT', 'A concept with this name already exists.', 'name'],
}
