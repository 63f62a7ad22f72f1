import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../../accounts/viewer-state/use-viewer-state.ts'
import { askToSignIn, client } from '../../core/client.ts'
import { Count } from '../../ui/format/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import type { Note } from './contract.ts'
import { likesText } from './copy.ts'
import { updateCachedNote } from './note-cache.ts'

export function LikeButton({ note }: { note: Note }) {
  const { isLiked, isSaving, toggle } = useLike(note.id)
  const ref = useKeptFocus<HTMLButtonElement>(isSaving)
  return (
    <button
      ref={ref}
      type="button"
      aria-label={`Like, ${likesText(note.likes_count)}`}
      aria-pressed={isLiked}
      title={isLiked ? 'Remove like' : 'Like'}
      disabled={isSaving}
      onClick={toggle}
      className="note-act"
    >
      <Icon icon={isLiked ? 'icon-filled-heart' : 'icon-heart'} />
      <Count value={note.likes_count} />
    </button>
  )
}

/** Updates the like at once. If the request fails, reverts it without a message. */
function useLike(id: string) {
  const { viewer } = useSession()
  const isLiked = useViewerState('note', id)?.user_liked ?? false
  const state = useViewerStateStore('note', id)
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)

  const show = (user_liked: boolean, count: (note: Note) => number) => {
    state.change({ user_liked })
    updateCachedNote(queryClient, id, (note) => ({ ...note, likes_count: count(note) }))
  }

  const toggle = async () => {
    if (!viewer) return askToSignIn('notes.like', { id })
    setSaving(true)
    const before = (await state.read())?.user_liked ?? false
    const difference = before ? -1 : 1
    show(!before, (note) => note.likes_count + difference)
    try {
      const answer = await (before ? client.notes.unlike : client.notes.like)({ id })
      show(answer.user_liked, () => answer.likes_count)
    } catch {
      show(before, (note) => note.likes_count - difference)
    } finally {
      setSaving(false)
    }
  }

  return { isLiked, isSaving, toggle }
}
