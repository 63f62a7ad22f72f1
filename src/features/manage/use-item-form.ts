import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type * as z from 'zod'
import { errorCode, errorField, errorMessage } from '../../api/core/api-error.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import { useDraft } from '../drafts/use-draft.ts'
import type { Collection } from './contract.ts'
import type { Kind } from './policy.ts'
import { useShowChange } from './queries.ts'
import { capital } from './words.ts'

/** As they are typed: what is empty is ''. */
export type Values = Record<string, string>

/** A thing that is edited. */
export interface Item {
  id: string
  updated_at: string
}

export interface ItemFormOptions<Checked extends object> {
  viewer: Viewer
  kind: Kind
  collection: Collection['name']
  /** What is edited; without one a new one is made. */
  item: Item | undefined
  /** What the form opens with, by the names of the contract. */
  initial: Values
  schema: z.ZodType<Checked>
  /** What the contract takes of what is typed. */
  toInput: (values: Values) => unknown
  create: (input: Checked & { id: string }) => Promise<unknown>
  update: (input: Partial<Checked> & { id: string; updated_at?: string }) => Promise<unknown>
  onSaved: () => void
}

/** The state of a form for one of the things that curators maintain. What is typed stays in a draft until it is saved. */
export function useItemForm<Checked extends object>(options: ItemFormOptions<Checked>) {
  const { viewer, kind, collection, item, schema, toInput, onSaved } = options
  const [opened] = useState<Values>(() => ({
    ...options.initial,
    ...(item && { updated_at: item.updated_at }),
  }))
  const { values, form: draft } = useDraft(
    { memberId: viewer.id, form: `manage:${kind}:${item?.id ?? 'new'}` },
    opened,
  )
  const form = useForm<Values, unknown, Checked>({
    resolver: resolverOf(schema, toInput),
    defaultValues: fieldsOf(values),
    mode: 'onTouched',
  })
  const [isOutdated, setOutdated] = useState(false)
  const show = useShowChange(collection)
  const explain = useExplanation(kind, () => setOutdated(item !== undefined))
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: typed }) => draft.change(typed) }),
    [subscribe, draft],
  )

  const submit = form.handleSubmit(async (checked) => {
    const id = draft.commit()
    try {
      if (item) {
        const read = isOutdated ? {} : { updated_at: draft.read().updated_at ?? item.updated_at }
        await options.update({
          ...changesOf(checked, schema.safeParse(toInput(opened)).data),
          id: item.id,
          ...read,
        })
      } else await options.create({ ...checked, id })
    } catch (error) {
      const problem = explain(error, Object.keys(options.initial))
      if (problem) form.setError(problem.field, { message: problem.message }, { shouldFocus: true })
      return
    }
    draft.finish()
    toast({ kind: 'success', title: `${capital(kind)} ${item ? 'saved' : 'added'}` })
    await show()
    onSaved()
  })

  const discard = () => {
    draft.discard()
    form.reset(fieldsOf(opened))
    setOutdated(false)
  }
  return { form, draft, values, isOutdated, submit, discard }
}

/** What is wrong by the rules of the contract, beside the field that it is about. */
function resolverOf<Checked extends object>(
  schema: z.ZodType<Checked>,
  toInput: (values: Values) => unknown,
): Resolver<Values, unknown, Checked> {
  const check = zodResolver(schema as z.ZodType<Checked, FieldValues>)
  return ((typed, context, options) =>
    check(toInput(typed) as FieldValues, context, options as never)) as Resolver<Values, unknown, Checked>
}

/** Says what the server refused, unless it is about a field: then that is the answer. */
function useExplanation(kind: Kind, onOutdated: () => void) {
  const { refresh } = useSession()
  return (error: unknown, fields: string[]) => {
    const message = errorMessage(error)
    const field = fields.find((each) => each === errorField(error)?.split('.')[0])
    if (field && message) return { field, message }
    if (errorCode(error) === 'CONFLICT') onOutdated()
    if (errorCode(error) === 'FORBIDDEN') void refresh()
    const description = message ?? 'Check your connection and try again. What you typed is kept.'
    toast({ kind: 'error', title: `The ${kind} could not be saved`, description })
    return undefined
  }
}

/** What differs from the thing as it was opened: what somebody else changed of the rest stays. */
function changesOf<Checked extends object>(checked: Checked, before: Checked | undefined): Partial<Checked> {
  const entries = Object.entries(checked).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before?.[field as keyof Checked]),
  )
  return Object.fromEntries(entries) as Partial<Checked>
}

function fieldsOf({ updated_at: _, ...fields }: Values): Values {
  return fields
}
