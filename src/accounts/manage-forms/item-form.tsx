import { Fragment } from 'react'
import type * as z from 'zod'
import { errorCode } from '../../core/api-error.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import type { Viewer } from '../../core/viewer.ts'
import { FormFrame } from '../../shared/drafts/form-frame.tsx'
import { useDraftedForm } from '../../shared/drafts/use-drafted-form.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../session/session.tsx'
import { type CustomField, type ItemField, ItemFieldControl, type ItemFormState } from './item-field.tsx'
import { capitalize, type ItemKind } from './policy.ts'
import { type ManagedCollection, useRefetchCollection } from './queries.ts'

interface Item {
  id: string
  updated_at: string
}

interface ItemFormOptions<Thing extends Item, Name extends string, Checked extends object> {
  viewer: Viewer
  kind: ItemKind
  collection: ManagedCollection
  /** Item to edit, or undefined to create one. */
  item: Thing | undefined
  /** Returns the values of the fields by their names in the contract. An empty field is ''. */
  valuesOf: (item: Thing | undefined) => Record<Name, string>
  /** Reads the item again. Returns undefined if it was deleted. */
  readLatest: (id: string) => Promise<Thing | undefined>
  schema: z.ZodType<Checked>
  /** Converts the typed values to the input of the contract. */
  toInput?: (values: Record<Name, string>) => unknown
  create: (input: Checked & { id: string }) => Promise<unknown>
  update: (input: Partial<Checked> & { id: string; updated_at?: string }) => Promise<unknown>
  /** Called after saving and on cancel. */
  onClose: () => void
}

interface Props<Thing extends Item, Name extends string, Checked extends object>
  extends ItemFormOptions<Thing, Name, Checked> {
  /** URL of the page that shows the item. */
  href: string
  fields: readonly (ItemField<Name> | CustomField<Name>)[]
}

/** Form to create or edit an item of /manage, such as a concept or event. */
export function ItemForm<Thing extends Item, Name extends string, Checked extends object>(
  props: Props<Thing, Name, Checked>,
) {
  const { href, fields, ...options } = props
  const state = useItemForm(options) as ItemFormState<Name>
  return (
    <FormFrame
      state={state}
      outdated={{
        title: 'Someone saved this after you opened it. It may have been you in another tab.',
        href,
        outcome: 'replace it with your version',
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

function labelsOf<Name extends string>(fields: readonly (ItemField<Name> | CustomField<Name>)[]) {
  const labels = fields.map((field) => ('label' in field ? { [field.name]: field.label } : field.labels))
  return Object.assign({}, ...labels) as Partial<Record<Name, string>>
}

function useItemForm<Thing extends Item, Name extends string, Checked extends object>(
  options: ItemFormOptions<Thing, Name, Checked>,
) {
  const { viewer, kind, collection, item, valuesOf, create, update, onClose, ...rest } = options
  const show = useRefetchCollection(collection)
  const { refresh } = useSession()
  return useDraftedForm({
    ...rest,
    initial: valuesOf(item),
    draft: { memberId: viewer.id, form: `manage:${kind}:${item?.id ?? 'new'}` },
    updatedAt: item?.updated_at,
    save: ({ id, checked, changes, version }) =>
      item ? update({ ...changes, id: item.id, ...version }) : create({ ...checked, id }),
    readLatest: async () => {
      const latest = item && (await rest.readLatest(item.id))
      if (!latest) throw new Error('the item was deleted')
      return { values: valuesOf(latest), updated_at: latest.updated_at }
    },
    onSaved: async () => {
      toast({ kind: 'success', title: `${capitalize(kind)} ${item ? 'saved' : 'added'}` })
      await show()
      onClose()
    },
    onRefused: (error) => {
      if (errorCode(error) === 'FORBIDDEN') void refresh()
      showFailureToast(
        `The ${kind} could not be saved`,
        error,
        'Check your connection and try again. Your text is saved.',
      )
    },
  })
}
