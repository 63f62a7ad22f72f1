import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import '../accounts/security/ask-for-proof.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'

/** Whether it is under way, and what undoes the deletion. */
export function useKeepAccount(): [boolean, () => Promise<void>] {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  const [isKeeping, setKeeping] = useState(false)
  const keep = async () => {
    setKeeping(true)
    try {
      await client.me.undoDeletion()
      toast({ kind: 'success', title: 'Your account stays', description: 'Welcome back.' })
    } catch (error) {
      const description = errorMessage(error) ?? 'Check your connection and try again.'
      toast({ kind: 'error', title: 'This could not be saved', description })
    } finally {
      await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: api.me.readDeletion.key() })])
      setKeeping(false)
    }
  }
  return [isKeeping, keep]
}
