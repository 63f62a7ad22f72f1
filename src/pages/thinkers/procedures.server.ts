import { createItem, deleteItem, updateItem } from '../../accounts/manage-forms/items.server.ts'
import { invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { INVALID_URL } from '../../platform/website.ts'
import { thinkersContract as contract } from './contract.ts'
import { findThinker, listThinkers } from './sql.server.ts'

const { curator, visitor } = guards(contract)

export const thinkersProcedures = {
  list: visitor.list.handler(async ({ context }) => {
    tag('thinkers')
    return { items: await listThinkers(context.db), next: null }
  }),

  create: curator.create.handler(async ({ context, input, errors }) => {
    const id = await createItem(context.db, 'featured_thinkers', context.viewer.id, input)
    const thinker = id && (await findThinker(context.db, id))
    if (!thinker) throw errors.CONFLICT()
    invalidate(context, 'thinkers')
    return thinker
  }),

  update: curator.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateItem(context.db, 'featured_thinkers', context.viewer.id, input)
    if (outcome === 'outdated') throw errors.CONFLICT()
    const thinker = outcome === 'saved' && (await findThinker(context.db, input.id))
    if (!thinker) throw errors.NOT_FOUND()
    invalidate(context, 'thinkers')
    return thinker
  }),

  remove: curator.remove.handler(async ({ context, input: { id }, errors }) => {
    if (!(await deleteItem(context.db, 'featured_thinkers', context.viewer.id, id))) throw errors.NOT_FOUND()
    invalidate(context, 'thinkers')
    return { id }
  }),
}

export const thinkerConstraints: ConstraintErrors = {
  featured_thinkers_name_key: ['CONFLICT', 'A thinker with this name already exists.', 'name'],
  featured_thinkers_website_url_check: ['BAD_REQUEST', INVALID_URL, 'website_url'],
  featured_thinkers_years_check: [
    'BAD_REQUEST',
    'The year of death can’t be before the year of birth.',
    'died',
  ],
}
