import '../../platform/schema-errors.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type BaseSyntheticEvent, useEffect, useEffectEvent, useState } from 'react'
import { type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod'
import { errorCode, errorField, errorMessage } from '../../core/api-error.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { DraftKey } from './draft-keys.ts'
import type { DraftedForm } from './drafted-form.ts'
import { useDraft } from './use-draft.ts'

/** Typed text by field name. An empty field is ''. */
type Values = Record<string, string>

interface LatestRecord<Name extends string> {
  values: Record<Name, string>
  updated_at: string
}

interface DraftedFormOptions<Name extends string, Checked extends object, Saved> {
  draft: DraftKey
  /** Values to start with. The keys are the field names of the API contract. */
  initial: Record<Name, string>
  /** The record's `updated_at` when it was loaded. Undefined for a new record. */
  updatedAt: string | undefined
  schema: z.ZodType<Checked>
  /** Converts the typed values to the API's input. Only needed where these differ. */
  toInput?: (values: Record<Name, string>) => unknown
  /** Saved values that determine which fields have changed. Defaults to `initial`. */
  before?: { [Field in keyof Checked]?: unknown }
  save: (submission: Submission<Checked>) => Promise<Saved>
  /** Loads the current version if someone else has saved the record in the meantime. */
  readLatest?: () => Promise<LatestRecord<Name>>
  onSaved: (saved: Saved) => unknown
  /** Shows an error that belongs to no single field. */
  onRefused: (error: unknown) => void
}

interface Submission<Checked> {
  /** Id of the record to create. Every attempt sends the same id, so that the record is created only once. */
  id: string
  checked: Checked
  /** Contains only changed fields, so that saving does not revert other people's changes. */
  changes: Partial<Checked>
  /** Makes the server reject the save (CONFLICT) if a newer version exists that the member hasn't seen. */
  version: { updated_at?: string }
}

export interface DraftedFormState<Name extends string, Checked extends object = object> {
  form: UseFormReturn<Record<Name, string>, unknown, Checked>
  draft: DraftedForm<Record<Name, string>>
  values: Record<Name, string>
  opened: Record<Name, string>
  /** Whether someone saved the record after it was opened here. */
  isOutdated: boolean
  /** The version that someone else saved, once it is loaded. */
  latest: LatestRecord<Name> | undefined
  /** Loads the other version into the form and offers undo. */
  takeLatest: () => void
  /** Keeps the form's values, so that saving overwrites the other version. */
  keepOwn: () => void
  submit: (event?: BaseSyntheticEvent) => Promise<void>
  discard: () => void
}

/** Manages the form for one record. Keeps a draft until the server has stored the values. */
export function useDraftedForm<Name extends string, Checked extends object, Saved>(
  options: DraftedFormOptions<Name, Checked, Saved>,
): DraftedFormState<Name, Checked> {
  const { schema, updatedAt } = options
  const toInput = (options.toInput ?? ((values) => values)) as (values: Values) => unknown
  const [opened] = useState<Values>(() => ({
    ...options.initial,
    ...(updatedAt && { updated_at: updatedAt }),
  }))
  const { values, form: draft } = useDraft(options.draft, opened)
  const form = useCheckedForm(draft, resolverOf(schema, toInput))
  const show = (values: Values) => form.reset(fieldsOf(values))
  useOtherDraft(draft, show)
  const { begin, end, ...conflict } = useConflict(draft, show, options.readLatest)

  const submit = form.handleSubmit(async (checked) => {
    const id = draft.commit()
    const changes = changesOf(checked, options.before ?? schema.safeParse(toInput(opened)).data)
    const seen = conflict.isOutdated ? conflict.latest?.updated_at : draft.read().updated_at
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
    return begin()
  }

  const discard = () => {
    draft.discard()
    show(opened)
    end()
  }
  const state = { form, draft, values, opened, submit, discard, ...conflict }
  return state as unknown as DraftedFormState<Name, Checked>
}

function useOtherDraft(draft: DraftedForm<Values>, show: (values: Values) => void) {
  const { generation } = draft
  const put = useEffectEvent(() => show(draft.read()))
  useEffect(() => {
    if (generation > 0) put()
  }, [generation])
}

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

function fieldsOf({ updated_at: _, ...fields }: Values): Values {
  return fields
}

const UNDO_FOR_MS = 10_000

function useConflict<Name extends string>(
  draft: DraftedForm<Values>,
  show: (values: Values) => void,
  readLatest: (() => Promise<LatestRecord<Name>>) | undefined,
) {
  const [{ isOutdated, latest }, set] = useState<{
    isOutdated: boolean
    latest?: LatestRecord<Name> | undefined
  }>(NONE)
  const end = () => set(NONE)
  // If the other version can't be loaded, the form shows only a link to it.
  const begin = async () => set({ isOutdated: true, latest: await readLatest?.().catch(() => undefined) })
  // The member has now seen the other version, so saving may overwrite it.
  const settle = (values: Values) => {
    draft.change({ ...values, ...(latest && { updated_at: latest.updated_at }) })
    show(draft.read())
    end()
  }
  const takeLatest = () => {
    if (!latest) return
    const own = draft.read()
    settle(latest.values)
    toast({
      title: 'Saved version loaded',
      lasts: UNDO_FOR_MS,
      action: { label: 'Undo', onPress: () => settle(own) },
    })
  }
  return { isOutdated, latest, begin, end, takeLatest, keepOwn: () => settle(draft.read()) }
}

const NONE = { isOutdated: false }
