import { createItem, deleteItem, updateItem } from '../../accounts/manage-forms/items.server.ts'
import { invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { INVALID_URL } from '../../platform/website.ts'
import { resourcesContract as contract } from './contract.ts'
import { findResource, listResources } from './sql.server.ts'

const { curator, visitor } = guards(contract)

export const resourcesProcedures = {
  list: visitor.list.handler(async ({ context }) => {
    tag('resources')
    return { items: await listResources(context.db), next: null }
  }),

  create: curator.create.handler(async ({ context, input, errors }) => {
    const id = await createItem(context.db, 'resources', context.viewer.id, input)
    const resource = id && (await findResource(context.db, id))
    if (!resource) throw errors.CONFLICT()
    invalidate(context, 'resources')
    return resource
  }),

  update: curator.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateItem(context.db, 'resources', context.viewer.id, input)
    if (outcome === 'outdated') throw errors.CONFLICT()
    const resource = outcome === 'saved' && (await findResource(context.db, input.id))
    if (!resource) throw errors.NOT_FOUND()
    invalidate(context, 'resources')
    return resource
  }),

  remove: curator.remove.handler(async ({ context, input: { id }, errors }) => {
    if (!(await deleteItem(context.db, 'resources', context.viewer.id, id))) throw errors.NOT_FOUND()
    invalidate(context, 'resources')
    return { id }
  }),
}

export const resourceConstraints: ConstraintErrors = {
  resources_blog_check: ['BAD_REQUEST', 'Only blogs have a category.', 'category'],
  resources_book_check: ['BAD_REQUEST', 'Only books have a year.', 'year'],
  resources_link_check: ['BAD_REQUEST', INVALID_URL, 'link'],
  resources_title_key: ['CONFLICT', 'This title is already in the list.', 'title'],
}
