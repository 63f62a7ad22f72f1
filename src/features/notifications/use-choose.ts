import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Choice, ChoiceKind } from './policy.ts'

/** Saves what is chosen of a kind, shown at once as `wish` and taken back where that fails. `label` is what its toast says. */
export function useChoose(kind: ChoiceKind, label: string) {
  const queryClient = useQueryClient()
  const { queryKey } = api.notificationChoices.read.queryOptions()
  // The query tells its readers a moment later, and by then React has put the box back.
  const [wish, setWish] = useState<Partial<Choice>>()
  // One at a time: while one is being saved another may be chosen, and keeps what was chosen.
  const show = (choice: Partial<Choice>) =>
    queryClient.setQueryData(
      queryKey,
      (all) => all && { ...all, choices: { ...all.choices, [kind]: { ...all.choices[kind], ...choice } } },
    )
  const choose = async (choice: Partial<Choice>) => {
    const former = queryClient.getQueryData(queryKey)?.choices[kind]
    if (wish || !former) return
    setWish(choice)
    // What was asked before falls back to this.
    show(choice)
    await queryClient.cancelQueries({ queryKey })
    try {
      await client.notificationChoices.update({ choices: { [kind]: choice } })
      toast({ kind: 'success', title: 'Saved what you are told of', description: label })
    } catch {
      show(former)
      toast({ kind: 'error', title: 'This could not be saved', description: 'Please try again later' })
    } finally {
      setWish(undefined)
    }
  }
  return { wish, choose }
}
