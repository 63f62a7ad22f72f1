import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { MESSAGES_FROM, type MessagesFrom } from '../profiles/my-profile-policy.ts'

const LABELS: Record<MessagesFrom, string> = {
  everyone: 'Everyone',
  followed: 'Only whom I follow',
  nobody: 'Nobody',
}

/** Who may write to the viewer: saved as it is chosen. */
export function MessagesFromField({ viewer }: { viewer: Viewer }) {
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  // Begins as the API's own keys do: whatever is private is forgotten when the viewer changes.
  const queryKey = [['me', 'messagesFrom'], viewer.id]
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await client.me.read()).profile?.messages_from ?? null,
  })
  if (isError)
    return (
      <p role="alert">
        Who may write to you could not be loaded.{' '}
        <Button kind="link" onClick={() => void refetch()}>
          Load it again
        </Button>
      </p>
    )
  const choose = async (wish: MessagesFrom) => {
    setSaving(true)
    queryClient.setQueryData(queryKey, wish)
    try {
      const { messages_from } = await client.me.update({ messages_from: wish })
      queryClient.setQueryData(queryKey, messages_from)
      toast({ kind: 'success', title: 'Saved who may write to you' })
    } catch {
      queryClient.setQueryData(queryKey, data)
      toast({ kind: 'error', title: 'This could not be saved', description: 'Please try again later' })
    } finally {
      setSaving(false)
    }
  }
  return (
    <fieldset disabled={isSaving || !data} aria-busy={isSaving || undefined}>
      <legend className="font-semibold">Who may write to you</legend>
      <p className="mt-1 text-sm text-muted">
        Messages from moderators always arrive. Nobody else is told what you choose.
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        {MESSAGES_FROM.map((wish) => (
          <label key={wish} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="messages_from"
              value={wish}
              checked={data === wish}
              onChange={() => void choose(wish)}
              className="size-4 accent-act"
            />
            {LABELS[wish]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
