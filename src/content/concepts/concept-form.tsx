import { ColourField } from '../../accounts/manage-forms/colour-field.tsx'
import { parseNumber } from '../../accounts/manage-forms/fields.ts'
import type { CustomField, ItemField } from '../../accounts/manage-forms/item-field.tsx'
import { ItemForm } from '../../accounts/manage-forms/item-form.tsx'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { Badge } from '../../ui/badge.tsx'
import type { ConceptDetails } from './contract.ts'
import { CONCEPT_DESCRIPTION_MAX, CONCEPT_NAME_MAX, conceptFields } from './inputs.ts'

interface Props {
  viewer: Viewer
  item: ConceptDetails | undefined
  onClose: () => void
}

export function ConceptForm({ viewer, item, onClose }: Props) {
  return (
    <ItemForm
      viewer={viewer}
      kind="concept"
      collection="concepts"
      item={item}
      valuesOf={valuesOf}
      readLatest={(id) => client.concepts.read({ id })}
      schema={conceptFields}
      toInput={({ position, ...values }) => ({ ...values, position: parseNumber(position) })}
      create={client.concepts.create}
      update={client.concepts.update}
      fields={FIELDS}
      href={item ? `/concepts/${item.id}` : '/concepts'}
      onClose={onClose}
    />
  )
}

function valuesOf(concept: ConceptDetails | undefined) {
  return {
    name: concept?.name ?? '',
    color: concept?.color ?? '#4f7df3',
    position: concept?.position?.toString() ?? '',
    description: concept?.description ?? '',
  }
}

type Values = ReturnType<typeof valuesOf>

const FIELDS: readonly (ItemField<keyof Values> | CustomField<keyof Values>)[] = [
  { type: 'line', name: 'name', label: 'Name', limit: CONCEPT_NAME_MAX, required: true },
  {
    name: 'color',
    labels: { color: 'Colour' },
    render: (state) => (
      <ColourField
        name="color"
        label="Colour"
        required
        hint="Colour of the badge. Each theme adjusts it for readability."
        state={state}
      />
    ),
  },
  {
    name: 'preview',
    render: ({ values }) => <Preview name={values.name.trim() || 'Name'} color={values.color} />,
  },
  {
    type: 'number',
    name: 'position',
    label: 'Position',
    hint: 'Place in lists, from 1 to 99. Leave empty to sort by name, after the others.',
  },
  { type: 'text', name: 'description', label: 'Description', limit: CONCEPT_DESCRIPTION_MAX },
]

function Preview({ name, color }: { name: string; color: string }) {
  return (
    <div className="grid grid-cols-2 gap-2">
      {(['dark', 'light'] as const).map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="grid min-w-0 justify-items-start gap-2 rounded-lg border border-line bg-ground p-3.5 text-text"
        >
          <span className="text-xs text-muted">{theme === 'dark' ? 'Dark theme' : 'Light theme'}</span>
          <span className="max-w-full wrap-anywhere">
            <Badge color={color}>{name}</Badge>
          </span>
        </div>
      ))}
    </div>
  )
}
