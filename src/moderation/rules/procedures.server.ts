import { createItem, deleteItem, updateItem } from '../../accounts/manage-forms/items.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { countFittingItems } from '../../platform/http/response-size.server.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import { rulesContract as contract, type Rule } from './contract.ts'
import { RULES_MAX } from './policy.ts'
import { findRule, listRules, type StoredRule } from './sql.server.ts'

const { curator, visitor } = guards(contract)

export const rulesProcedures = {
  list: visitor.list.handler(async ({ context }) => {
    tag('rules')
    return { items: await shown(context, await listRules(context.db)), next: null }
  }),

  create: curator.create.handler(async ({ context, input, errors }) => {
    const id = await createItem(context.db, 'community_rules', context.viewer.id, input)
    const rule = id && (await findRule(context.db, id))
    if (!rule) throw errors.CONFLICT()
    invalidate(context, 'rules')
    const [made] = await shown(context, [rule])
    return made as Rule
  }),

  update: curator.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateItem(context.db, 'community_rules', context.viewer.id, input)
    if (outcome === 'outdated') throw errors.CONFLICT()
    const rule = outcome === 'saved' && (await findRule(context.db, input.id))
    if (!rule) throw errors.NOT_FOUND()
    invalidate(context, 'rules')
    const [changed] = await shown(context, [rule])
    return changed as Rule
  }),

  remove: curator.remove.handler(async ({ context, input: { id }, errors }) => {
    if (!(await deleteItem(context.db, 'community_rules', context.viewer.id, id))) throw errors.NOT_FOUND()
    invalidate(context, 'rules')
    return { id }
  }),
}

async function shown(context: Context, rules: StoredRule[]): Promise<Rule[]> {
  const texts = await renderMarkup(
    context,
    rules.map(({ text }) => ({ content: text })),
  )
  const items = rules.map((rule, index) => ({ ...rule, text_html: texts[index] as string }))
  // One response contains all rules. Above the size limit, rules have no HTML and are shown as plain text.
  const fitting = countFittingItems(items)
  return items.map((item, index) => (index < fitting ? item : { ...item, text_html: '' }))
}

export const ruleConstraints: ConstraintErrors = {
  community_rules_number_key: ['CONFLICT', 'A rule with this number already exists.', 'number'],
  community_rules_number_check: ['CONFLICT', `You can add at most ${RULES_MAX} rules.`, 'number'],
}
