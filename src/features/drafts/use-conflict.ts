import { useState } from 'react'
import { toast } from '../../ui/feedback/toast.ts'
import type { DraftedForm } from './drafted-form.ts'

/** How long what was taken instead of one's own can be put back. */
const UNDO_FOR_MS = 10_000

/** As it is typed: what is empty is ''. */
type Values = Record<string, string>

/** A thing as it is now. */
export interface Latest<Name extends string> {
  values: Record<Name, string>
  updated_at: string
}

/** What a form knows of a version that was saved since it was opened. `show` puts values into its fields. */
export function useConflict<Name extends string>(
  draft: DraftedForm<Values>,
  show: (values: Values) => void,
  readLatest: (() => Promise<Latest<Name>>) | undefined,
) {
  const [isOutdated, setOutdated] = useState(false)
  const [latest, setLatest] = useState<Latest<Name>>()
  const end = () => {
    setOutdated(false)
    setLatest(undefined)
  }
  const begin = async () => {
    // Where it cannot be had just now the form says where it is to be seen.
    setLatest(await readLatest?.().catch(() => undefined))
    setOutdated(true)
  }
  // From here on it is written by somebody who has seen what was saved, and saves over that.
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
      title: 'What was saved is in the form',
      lasts: UNDO_FOR_MS,
      action: { label: 'Undo', onPress: () => settle(own) },
    })
  }
  return { isOutdated, latest, begin, end, takeLatest, keepOwn: () => settle(draft.read()) }
}
