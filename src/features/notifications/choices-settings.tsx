import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CHOICE_KINDS, type ChoiceKind } from './policy.ts'

const LABELS: Record<ChoiceKind, string> = {
  comment: 'Somebody comments on my post, or replies to my comment',
  mention: 'Somebody mentions me',
  followed_post: 'There are comments in a discussion I follow',
  note_reply: 'Somebody replies to my note',
  follow: 'Somebody follows me',
  vote: 'Somebody votes for my post or comment',
  note_like: 'Somebody likes my note',
}

/** What the bell tells the viewer: each choice is saved as it is made. */
export function ChoicesSettings() {
  const queryClient = useQueryClient()
  const query = api.notificationChoices.read.queryOptions()
  const { data, isError, refetch } = useQuery(query)
  const [saving, setSaving] = useState<ChoiceKind[]>([])
  if (isError && !data)
    return (
      <p role="alert">
        What you are told of could not be loaded.{' '}
        <Button kind="link" onClick={() => void refetch()}>
          Load it again
        </Button>
      </p>
    )

  // One at a time: while one is being saved another may be chosen, and keeps what was chosen.
  const show = (kind: ChoiceKind, in_app: boolean) =>
    queryClient.setQueryData(
      query.queryKey,
      (all) => all && { choices: { ...all.choices, [kind]: { in_app } } },
    )
  const choose = async (kind: ChoiceKind, in_app: boolean) => {
    setSaving((others) => [...others, kind])
    await queryClient.cancelQueries({ queryKey: query.queryKey })
    show(kind, in_app)
    try {
      await client.notificationChoices.update({ choices: { [kind]: { in_app } } })
      toast({ kind: 'success', title: 'Saved what you are told of', description: LABELS[kind] })
    } catch {
      show(kind, !in_app)
      toast({ kind: 'error', title: 'This could not be saved', description: 'Please try again later' })
    } finally {
      setSaving((all) => all.filter((one) => one !== kind))
    }
  }

  return (
    <fieldset disabled={!data} aria-busy={!data || undefined}>
      <legend className="font-semibold">Tell me when</legend>
      <p className="mt-1 text-sm text-muted">
        What moderators do about your posts, comments, notes and reports you always hear.
      </p>
      <div className="mt-2 grid">
        {CHOICE_KINDS.map((kind) => (
          <label key={kind} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={data?.choices[kind].in_app ?? false}
              aria-disabled={saving.includes(kind) || undefined}
              onChange={({ target }) => !saving.includes(kind) && void choose(kind, target.checked)}
              className="size-4 shrink-0 accent-act"
            />
            {LABELS[kind]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
