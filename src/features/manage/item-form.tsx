import { Fragment } from 'react'
import { FormFrame } from '../drafts/form-frame.tsx'
import { type CustomField, type ItemField, ItemFieldControl, type ItemFormState } from './item-field.tsx'
import { type Item, type ItemFormOptions, useItemForm } from './use-item-form.ts'

interface Props<Thing extends Item, Name extends string, Checked extends object>
  extends ItemFormOptions<Thing, Name, Checked> {
  /** Where the thing is to be seen as it is now. */
  href: string
  fields: readonly (ItemField<Name> | CustomField<Name>)[]
}

/** What the form says beside them. */
function labelsOf<Name extends string>(fields: readonly (ItemField<Name> | CustomField<Name>)[]) {
  const labels = fields.map((field) => ('label' in field ? { [field.name]: field.label } : field.labels))
  return Object.assign({}, ...labels) as Partial<Record<Name, string>>
}

/** The form for one of the things that curators maintain. */
export function ItemForm<Thing extends Item, Name extends string, Checked extends object>(
  props: Props<Thing, Name, Checked>,
) {
  const { href, fields, ...options } = props
  const state = useItemForm(options) as ItemFormState<Name>
  return (
    <FormFrame
      state={state}
      outdated={{
        title: 'Somebody saved this after you opened it, perhaps you in another tab.',
        href,
        outcome: 'put what is here in its place',
        labels: labelsOf(fields),
      }}
      submitLabel={options.item ? 'Save Changes' : `Add ${options.kind}`}
      onCancel={options.onClose}
    >
      {fields.map((field) =>
        'render' in field ? (
          <Fragment key={field.name}>{field.render(state)}</Fragment>
        ) : (
          <ItemFieldControl key={field.name} field={field} state={state} />
        ),
      )}
    </FormFrame>
  )
}
