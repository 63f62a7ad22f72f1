import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import { useBookmark } from './use-bookmark.ts'

interface Props {
  postId: string
  /** On a card it is an icon; on the page of a post it says what it does. */
  place?: 'card' | 'page'
}

/** Saves a post for later, or lets go of it. */
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
      {/* The longer word keeps its room, so that nothing beside it moves. */}
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
