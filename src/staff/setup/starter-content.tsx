import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { formatNumber } from '../../ui/format/format-number.ts'

/** Offers to remove the content that every new forum begins with, and to restore it. */
export function StarterContent() {
  const { data } = useQuery(api.setup.readStarter.queryOptions({ staleTime: 0 }))
  const [isPending, setIsPending] = useState(false)
  const change = useChange()
  if (!data || (data.unused === 0 && data.removed === 0)) return null
  const act = async (name: Act) => {
    setIsPending(true)
    await change(name)
    setIsPending(false)
  }
  const isRemoved = data.unused === 0
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">
        {isRemoved
          ? `${formatNumber(data.removed)} items of starter content are removed.`
          : `${formatNumber(data.unused)} concepts, thinkers and resources came with the forum.`}
      </p>
      <Button
        kind="quiet"
        pending={isPending}
        onClick={() => void act(isRemoved ? 'restoreStarter' : 'removeStarter')}
      >
        {isRemoved ? 'Restore Starter Content' : 'Remove Starter Content'}
      </Button>
    </div>
  )
}

type Act = 'removeStarter' | 'restoreStarter'

function useChange() {
  const queryClient = useQueryClient()
  const change = async (act: Act): Promise<void> => {
    try {
      queryClient.setQueryData(api.setup.readStarter.queryKey(), await client.setup[act]())
      for (const group of [
        api.concepts,
        api.thinkers,
        api.resources,
        api.collections,
        api.changes,
        api.setup,
      ])
        void queryClient.invalidateQueries({ queryKey: group.key() })
      toast(
        act === 'removeStarter'
          ? {
              kind: 'success',
              title: 'Starter content removed',
              action: { label: 'Undo', onPress: () => void change('restoreStarter') },
            }
          : { kind: 'success', title: 'Starter content restored' },
      )
    } catch (error) {
      showFailureToast('The starter content could not be changed', error)
    }
  }
  return change
}
