import { useQuery } from '@tanstack/react-query'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import type { ItemField } from '../../accounts/manage-forms/item-field.tsx'
import { ItemForm } from '../../accounts/manage-forms/item-form.tsx'
import { ItemList } from '../../accounts/manage-forms/item-list.tsx'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Rule } from './contract.ts'
import { RULE_TEXT_MAX, RULE_TITLE_MAX, ruleInput } from './policy.ts'
import { rulesQuery } from './queries.ts'

export function ManageRulesPage() {
  return <ManagePage to="/manage/rules">{(viewer) => <Rules viewer={viewer} />}</ManagePage>
}

function Rules({ viewer }: { viewer: Viewer }) {
  const { data, isPending, isError, refetch } = useQuery({ ...rulesQuery(), staleTime: 0 })
  return (
    <ItemList<Rule>
      kind="rule"
      collection="rules"
      title="Rules"
      list={{ data: data?.items, isPending, isError, retry: () => void refetch() }}
      none="No rules yet."
      nameOf={({ title }) => title}
      form={(item, close) => <RuleForm viewer={viewer} item={item} onClose={close} />}
      remove={(id) => client.rules.remove({ id })}
      consequence={() => 'It will be removed from the Rules page. Log entries keep its title.'}
    >
      {({ number, title, text }) => (
        <>
          <h3 className="text-lg leading-snug">
            {number}. {title}
          </h3>
          {text && (
            <p dir="auto" className="mt-0.5 line-clamp-2 text-sm text-muted">
              {text}
            </p>
          )}
        </>
      )}
    </ItemList>
  )
}

interface Props {
  viewer: Viewer
  item: Rule | undefined
  onClose: () => void
}

function RuleForm({ viewer, item, onClose }: Props) {
  return (
    <ItemForm
      viewer={viewer}
      kind="rule"
      collection="rules"
      item={item}
      valuesOf={valuesOf}
      readLatest={readLatest}
      schema={ruleInput}
      toInput={toInput}
      create={client.rules.create}
      update={client.rules.update}
      fields={FIELDS}
      href={item ? `/rules#rule-${item.number}` : '/rules'}
      onClose={onClose}
    />
  )
}

async function readLatest(id: string): Promise<Rule | undefined> {
  const { items } = await client.rules.list()
  return items.find((rule) => rule.id === id)
}

function valuesOf(rule: Rule | undefined) {
  return { title: rule?.title ?? '', text: rule?.text ?? '', number: String(rule?.number ?? '') }
}

type Values = ReturnType<typeof valuesOf>

function toInput({ number, ...values }: Values) {
  return { ...values, ...(number.trim() !== '' && { number: Number(number) }) }
}

const FIELDS: readonly ItemField<keyof Values>[] = [
  { type: 'line', name: 'title', label: 'Title', limit: RULE_TITLE_MAX, required: true },
  {
    type: 'text',
    name: 'text',
    label: 'Text',
    limit: RULE_TEXT_MAX,
    hint: 'Explanation with an example. Optional.',
  },
  {
    type: 'number',
    name: 'number',
    label: 'Number',
    hint: 'The rule with this number swaps places with it. Leave empty for no change, or to add it at the end.',
  },
]
