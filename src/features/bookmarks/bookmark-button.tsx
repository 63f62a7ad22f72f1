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
      {!isCard && <SetWord isSet={isBookmarked} />}
    </button>
  )
}

/** The longer word keeps its room, so that nothing beside it moves. */
function SetWord({ isSet }: { isSet: boolean }) {
  return (
    <span className="grid text-left">
      <span className="invisible col-start-1 row-start-1" aria-hidden="true">
        Bookmarked
      </span>
      <span className="col-start-1 row-start-1">{isSet ? 'Bookmarked' : 'Bookmark'}</span>
    </span>
  )
}

const FAILURES = {
  card: { title: 'Error', description: 'Failed to update bookmark' },
  page: { title: 'Error', description: 'Could not update bookmark' },
}
