import '../../platform/schema-errors.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type BaseSyntheticEvent, useEffect, useEffectEvent, useState } from 'react'
import { type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod'
import { errorCode, errorField, errorMessage } from '../../api/core/api-error.ts'
import type { DraftedForm } from './drafted-form.ts'
import type { DraftKey } from './names.ts'
import { type Latest, useConflict } from './use-conflict.ts'
import { useDraft } from './use-draft.ts'

/** As it is typed: what is empty is ''. */
type Values = Record<string, string>

export interface DraftedFormOptions<Name extends string, Checked extends object, Saved> {
  draft: DraftKey
  /** What the form opens with, by the names of the contract. */
  initial: Record<Name, string>
  /** Of the thing as it was read; undefined for a new one. */
  updatedAt: string | undefined
  schema: z.ZodType<Checked>
  /** What the contract takes of what is typed, where that is something else. */
  toInput?: (values: Record<Name, string>) => unknown
  /** What was saved before, to tell what has changed; else what the form opened with. */
  before?: { [Field in keyof Checked]?: unknown }
  save: (submission: Submission<Checked>) => Promise<Saved>
  /** The thing as it is now, for who meets a version that was saved meanwhile. */
  readLatest?: () => Promise<Latest<Name>>
  onSaved: (saved: Saved) => unknown
  /** Says why it could not be saved; not called for what stands beside a field. */
  onRefused: (error: unknown) => void
}

export interface Submission<Checked> {
  /** Of the thing that is made: the same each time, so that sending it again does not make it twice. */
  id: string
  checked: Checked
  /** What differs from the thing as it was: what somebody else changed of the rest stays. */
  changes: Partial<Checked>
  /** As it was read: the server refuses what was saved since (CONFLICT). Not sent by who has seen that note and saves again. */
  version: { updated_at?: string }
}

export interface DraftedFormState<Name extends string, Checked extends object = object> {
  form: UseFormReturn<Record<Name, string>, unknown, Checked>
  draft: DraftedForm<Record<Name, string>>
  values: Record<Name, string>
  /** What the form opened with. */
  opened: Record<Name, string>
  /** Somebody has saved the thing since it was opened. */
  isOutdated: boolean
  /** What they saved, once it is here. */
  latest: Latest<Name> | undefined
  /** Puts it into the form. What was there can be had back. */
  takeLatest: () => void
  /** Goes on with what is in the form, which is then saved over it. */
  keepOwn: () => void
  submit: (event?: BaseSyntheticEvent) => Promise<void>
  discard: () => void
}

/** The state of a form about one thing. What is typed stays in a draft until the server has it. */
export function useDraftedForm<Name extends string, Checked extends object, Saved>(
  options: DraftedFormOptions<Name, Checked, Saved>,
): DraftedFormState<Name, Checked> {
  const { schema, updatedAt } = options
  const toInput = (options.toInput ?? asTyped) as (values: Values) => unknown
  const [opened] = useState<Values>(() => ({
    ...options.initial,
    ...(updatedAt && { updated_at: updatedAt }),
  }))
  const { values, form: draft } = useDraft(options.draft, opened)
  const form = useCheckedForm(draft, resolverOf(schema, toInput))
  useOtherDraft(draft, (values) => form.reset(fieldsOf(values)))
  const conflict = useConflict(draft, (values) => form.reset(fieldsOf(values)), options.readLatest)

  const submit = form.handleSubmit(async (checked) => {
    const id = draft.commit()
    const changes = changesOf(checked, options.before ?? schema.safeParse(toInput(opened)).data)
    const { updated_at } = draft.read()
    const seen = conflict.isOutdated ? conflict.latest?.updated_at : updated_at
    const version = seen ? { updated_at: seen } : {}
    try {
      const saved = await options.save({ id, checked, changes, version })
      draft.finish()
      await options.onSaved(saved)
    } catch (error) {
      await explain(error)
    }
  })

  const explain = (error: unknown) => {
    const message = errorMessage(error)
    const field = errorField(error)?.split('.')[0]
    if (message && field && Object.hasOwn(options.initial, field))
      return form.setError(field, { message }, { shouldFocus: true })
    if (!updatedAt || errorCode(error) !== 'CONFLICT') return options.onRefused(error)
    return conflict.begin()
  }

  const discard = () => {
    draft.discard()
    form.reset(fieldsOf(opened))
    conflict.end()
  }
  const state = { form, draft, values, opened, submit, discard, ...conflict }
  return state as unknown as DraftedFormState<Name, Checked>
}

/** Shows another draft that was put into the form. */
function useOtherDraft(draft: DraftedForm<Values>, show: (values: Values) => void) {
  const { generation } = draft
  const put = useEffectEvent(() => show(draft.read()))
  useEffect(() => {
    if (generation > 0) put()
  }, [generation])
}

/** Tells the draft what is typed. */
function useCheckedForm<Checked extends object>(
  draft: DraftedForm<Values>,
  resolver: Resolver<Values, unknown, Checked>,
) {
  const form = useForm({ resolver, defaultValues: fieldsOf(draft.read()), mode: 'onTouched' })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.change(values) }),
    [subscribe, draft],
  )
  return form
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

function changesOf<Checked extends object>(
  checked: Checked,
  before: { [Field in keyof Checked]?: unknown } | undefined,
): Partial<Checked> {
  const entries = Object.entries(checked).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before?.[field as keyof Checked]),
  )
  return Object.fromEntries(entries) as Partial<Checked>
}

function asTyped(values: Values): unknown {
  return values
}

function fieldsOf({ updated_at: _, ...fields }: Values): Values {
  return fields
}
