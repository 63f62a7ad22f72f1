import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Choice, ChoiceKind } from './policy.ts'

/** Saves what is chosen of a kind, shown at once and taken back where it cannot be saved. `label` is what its toast says. */
export function useChoose(kind: ChoiceKind, label: string) {
  const queryClient = useQueryClient()
  const { queryKey } = api.notificationChoices.read.queryOptions()
  const [isSaving, setSaving] = useState(false)
  // One at a time: while one is being saved another may be chosen, and keeps what was chosen.
  const show = (choice: Partial<Choice>) =>
    queryClient.setQueryData(
      queryKey,
      (all) => all && { ...all, choices: { ...all.choices, [kind]: { ...all.choices[kind], ...choice } } },
    )
  const choose = async (wish: Partial<Choice>) => {
    const former = queryClient.getQueryData(queryKey)?.choices[kind]
    if (isSaving || !former) return
    setSaving(true)
    // At once: the browser has changed the box already. What was asked before falls back to this.
    show(wish)
    await queryClient.cancelQueries({ queryKey })
    try {
      await client.notificationChoices.update({ choices: { [kind]: wish } })
      toast({ kind: 'success', title: 'Saved what you are told of', description: label })
    } catch {
      show(former)
      toast({ kind: 'error', title: 'This could not be saved', description: 'Please try again later' })
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, choose }
}
