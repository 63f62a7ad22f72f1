import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../../accounts/viewer-state/use-viewer-state.ts'
import { api, askToSignIn, client } from '../../core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'

interface Props {
  postId: string
  place?: 'card' | 'page'
}

export function BookmarkButton({ postId, place = 'card' }: Props) {
  const { isBookmarked, isSaving, toggle } = useBookmark(postId, FAILURES[place])
  const ref = useKeptFocus<HTMLButtonElement>(isSaving)
  const isCard = place === 'card'
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={isBookmarked}
      aria-label={isCard ? 'Bookmark' : undefined}
      title={isCard ? (isBookmarked ? 'Bookmarked' : 'Bookmark') : undefined}
      disabled={isSaving}
      onClick={toggle}
      className={`${isCard ? `${ICON_BUTTON} max-md:-mr-3` : 'action'} aria-pressed:text-act disabled:opacity-100`}
    >
      <Icon
        icon={isBookmarked ? 'icon-filled-bookmark' : 'icon-bookmark'}
        className={isCard ? 'size-5' : ''}
      />
      {/* Wide enough for the longer label, "Bookmarked", so that the layout doesn't shift. */}
      {!isCard && (
        <span className="min-w-[5.25rem] text-left">{isBookmarked ? 'Bookmarked' : 'Bookmark'}</span>
      )}
    </button>
  )
}

const FAILURES = {
  card: { title: 'Error', description: 'Failed to update bookmark' },
  page: { title: 'Error', description: 'Could not update bookmark' },
}

/** Updates the button at once, and reverts it if the request fails. */
function useBookmark(postId: string, failure: { title: string; description: string }) {
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
