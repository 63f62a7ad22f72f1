import { invalidate } from '../../api/context.server.ts'
import { curator, visitor } from '../../api/procedure.server.ts'
import { tag } from '../../platform/pages.server.ts'
import { createItem, deleteItem, updateItem } from '../manage/items.server.ts'
import { findResource, listResources } from './sql.server.ts'

export const resources = {
  list: visitor.resources.list.handler(async ({ context }) => {
    tag('resources')
    return { items: await listResources(context.db), next: null }
  }),

  create: curator.resources.create.handler(async ({ context, input, errors }) => {
    const id = await createItem(context.db, 'resources', context.viewer.id, input)
    const resource = id && (await findResource(context.db, id))
    if (!resource) throw errors.CONFLICT()
    invalidate(context, 'resources')
    return resource
  }),

  update: curator.resources.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateItem(context.db, 'resources', context.viewer.id, input)
    if (outcome === 'outdated') throw errors.CONFLICT()
    const resource = outcome === 'saved' && (await findResource(context.db, input.id))
    if (!resource) throw errors.NOT_FOUND()
    invalidate(context, 'resources')
    return resource
  }),

  remove: curator.resources.remove.handler(async ({ context, input: { id }, errors }) => {
    if (!(await deleteItem(context.db, 'resources', context.viewer.id, id))) throw errors.NOT_FOUND()
    invalidate(context, 'resources')
    return { id }
  }),
}
