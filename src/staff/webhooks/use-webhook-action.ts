import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Returns a function that runs an action, shows the result as a toast and refetches. */
export function useWebhookAction() {
  const queryClient = useQueryClient()
  const queryKeys = [api.webhooks.key(), api.webhookDeliveries.key()]
  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast({ kind: 'success', title: done })
    } catch (error) {
      showFailureToast('That didn’t work', error)
    }
    await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  return { act, queryKeys }
}
