import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, askToSignIn, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../viewer-state/use-viewer-state.ts'

/** Whether the viewer has bookmarked a post, and the toggle: shown at once, taken back when it cannot be saved. */
export function useBookmark(postId: string, failure: { title: string; description: string }) {
  const { viewer } = useSession()
  const isBookmarked = useViewerState('post', postId)?.bookmarked ?? false
  const state = useViewerStateStore('post', postId)
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)

  const toggle = async () => {
    if (!viewer) return askToSignIn('bookmarks.add', { id: postId })
    setSaving(true)
    const before = (await state.read())?.bookmarked ?? false
    state.change({ bookmarked: !before })
    try {
      const { bookmarked } = await (before ? client.bookmarks.remove : client.bookmarks.add)({ id: postId })
      state.change({ bookmarked })
      toast({ kind: 'success', title: bookmarked ? 'Post bookmarked' : 'Bookmark removed' })
      void queryClient.invalidateQueries({ queryKey: api.bookmarks.key() })
    } catch {
      state.change({ bookmarked: before })
      toast({ kind: 'error', ...failure })
    } finally {
      setSaving(false)
    }
  }

  return { isBookmarked, isSaving, toggle }
}
