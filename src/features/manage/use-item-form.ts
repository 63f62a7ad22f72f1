import type * as z from 'zod'
import { errorCode, errorMessage } from '../../api/core/api-error.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import { useDraftedForm } from '../drafts/use-drafted-form.ts'
import type { Collection } from './contract.ts'
import type { Kind } from './policy.ts'
import { useShowChange } from './queries.ts'
import { capital } from './words.ts'

/** A thing that is edited. */
export interface Item {
  id: string
  updated_at: string
}

export interface ItemFormOptions<Thing extends Item, Name extends string, Checked extends object> {
  viewer: Viewer
  kind: Kind
  collection: Collection['name']
  /** What is edited; without one a new one is made. */
  item: Thing | undefined
  /** What the form says of it, or of nothing yet, by the names of the contract: what is empty is ''. */
  valuesOf: (item: Thing | undefined) => Record<Name, string>
  /** It as it is now; undefined where it is no more. */
  readLatest: (id: string) => Promise<Thing | undefined>
  schema: z.ZodType<Checked>
  /** What the contract takes of what is typed, where that is something else. */
  toInput?: (values: Record<Name, string>) => unknown
  create: (input: Checked & { id: string }) => Promise<unknown>
  update: (input: Partial<Checked> & { id: string; updated_at?: string }) => Promise<unknown>
  /** After it was saved or given up. */
  onClose: () => void
}

/** The state of a form for one of the things that curators maintain. */
export function useItemForm<Thing extends Item, Name extends string, Checked extends object>(
  options: ItemFormOptions<Thing, Name, Checked>,
) {
  const { viewer, kind, collection, item, valuesOf, create, update, onClose, ...rest } = options
  const show = useShowChange(collection)
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
      if (!latest) throw new Error('it is no more')
      return { values: valuesOf(latest), updated_at: latest.updated_at }
    },
    onSaved: async () => {
      toast({ kind: 'success', title: `${capital(kind)} ${item ? 'saved' : 'added'}` })
      await show()
      onClose()
    },
    onRefused: (error) => {
      if (errorCode(error) === 'FORBIDDEN') void refresh()
      const description =
        errorMessage(error) ?? 'Check your connection and try again. What you typed is kept.'
      toast({ kind: 'error', title: `The ${kind} could not be saved`, description })
    },
  })
}
