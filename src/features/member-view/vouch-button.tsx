import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { isolated } from '../../platform/isolated.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { Author } from '../authors/contract.ts'
import { displayName } from '../authors/display-name.ts'

interface Props {
  member: Author
  className?: string
  onDone?: () => void
}

/** For moderators and admins: establishes a new member. */
export function VouchButton({ member, className = '', onDone }: Props) {
  const [isSending, setSending] = useState(false)
  const queryClient = useQueryClient()
  const vouch = async () => {
    setSending(true)
    try {
      await client.vouches.add({ username: member.username })
      toast({ kind: 'success', title: `You vouch for ${isolated(displayName(member))}` })
      onDone?.()
    } catch (error) {
      const description = errorMessage(error) ?? 'Check your connection and try again.'
      toast({ kind: 'error', title: 'This could not be done', description })
    }
    await refreshStanding(queryClient)
    setSending(false)
  }
  return (
    <Button kind="quiet" className={className} pending={isSending} onClick={vouch}>
      Vouch
      <span className="sr-only">
        {' '}
        for <bdi>{displayName(member)}</bdi>
      </span>
    </Button>
  )
}

/** Wherever it is said whether somebody is new. */
export async function refreshStanding(queryClient: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.memberView.key() }),
    queryClient.invalidateQueries({ queryKey: api.moderationCases.read.key() }),
  ])
}
