import { useQuery } from '@tanstack/react-query'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { parseNumber } from '../../accounts/manage-forms/fields.ts'
import {
  type CustomField,
  type ItemField,
  ItemFieldControl,
} from '../../accounts/manage-forms/item-field.tsx'
import { ItemForm } from '../../accounts/manage-forms/item-form.tsx'
import { ItemList } from '../../accounts/manage-forms/item-list.tsx'
import { api, client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Thinker } from './contract.ts'
import { thinkerInput } from './inputs.ts'
import { BIOGRAPHY_MAX, FIELD_MAX, THINKER_NAME_MAX, WORKS_MAX, WORKS_SHOWN } from './policy.ts'

export function ManageThinkersPage() {
  return <ManagePage to="/manage/thinkers">{(viewer) => <Thinkers viewer={viewer} />}</ManagePage>
}

function Thinkers({ viewer }: { viewer: Viewer }) {
  const { data, isPending, isError, refetch } = useQuery(api.thinkers.list.queryOptions({ staleTime: 0 }))
  return (
    <ItemList<Thinker>
      kind="thinker"
      collection="thinkers"
      title="Thinkers"
      list={{ data: data?.items, isPending, isError, retry: () => void refetch() }}
      none="No featured thinkers yet."
      nameOf={({ name }) => name}
      form={(item, close) => <ThinkerForm viewer={viewer} item={item} onClose={close} />}
      remove={(id) => client.thinkers.remove({ id })}
      consequence={({ name }) => `${name} will be removed from the Thinkers and Resources pages.`}
    >
      {({ name, field_of_expertise }) => (
        <>
          <h3 className="text-lg leading-snug">{name}</h3>
          <p className="mt-0.5 text-sm text-muted">{field_of_expertise}</p>
        </>
      )}
    </ItemList>
  )
}

interface Props {
  viewer: Viewer
  item: Thinker | undefined
  onClose: () => void
}

function ThinkerForm({ viewer, item, onClose }: Props) {
  return (
    <ItemForm
      viewer={viewer}
      kind="thinker"
      collection="thinkers"
      item={item}
      valuesOf={valuesOf}
      readLatest={readLatest}
      schema={thinkerInput}
      toInput={toInput}
      create={client.thinkers.create}
      update={client.thinkers.update}
      fields={FIELDS}
      href={item ? `/thinkers#${item.id}` : '/thinkers'}
      onClose={onClose}
    />
  )
}

async function readLatest(id: string): Promise<Thinker | undefined> {
  const { items } = await client.thinkers.list()
  return items.find((thinker) => thinker.id === id)
}

function valuesOf(thinker: Thinker | undefined) {
  return {
    name: thinker?.name ?? '',
    field_of_expertise: thinker?.field_of_expertise ?? '',
    bio: thinker?.bio ?? '',
    born: String(thinker?.born ?? ''),
    died: String(thinker?.died ?? ''),
    website_url: thinker?.website_url ?? '',
    key_works: thinker?.key_works.join('\n') ?? '',
  }
}

type Values = ReturnType<typeof valuesOf>

function toInput({ born, died, key_works, ...values }: Values) {
  const works = key_works.split('\n').filter((work) => work.trim() !== '')
  return { ...values, born: parseNumber(born), died: parseNumber(died), key_works: works }
}

const YEARS: readonly ItemField<keyof Values>[] = [
  { type: 'year', name: 'born', label: 'Born', placeholder: 'Year' },
  { type: 'year', name: 'died', label: 'Died', placeholder: 'Year' },
]

const FIELDS: readonly (ItemField<keyof Values> | CustomField<keyof Values>)[] = [
  { type: 'line', name: 'name', label: 'Name', limit: THINKER_NAME_MAX, required: true },
  { type: 'line', name: 'field_of_expertise', label: 'Field of expertise', limit: FIELD_MAX, required: true },
  { type: 'text', name: 'bio', label: 'Biography', limit: BIOGRAPHY_MAX, required: true },
  {
    name: 'years',
    labels: { born: 'Born', died: 'Died' },
    render: (state) => (
      <div className="grid grid-cols-2 gap-4">
        {YEARS.map((field) => (
          <ItemFieldControl key={field.name} field={field} state={state} />
        ))}
      </div>
    ),
  },
  { type: 'link', name: 'website_url', label: 'Website' },
  {
    type: 'text',
    name: 'key_works',
    label: 'Notable works',
    hint: `One per line, at most ${WORKS_MAX}. The page shows the first ${WORKS_SHOWN}.`,
  },
]
