import { Count } from '../../ui/format/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import type { Note } from './contract.ts'
import { useLike } from './use-like.ts'
import { likesWords } from './words.ts'

/** Asks a guest to sign in. */
export function LikeButton({ note }: { note: Note }) {
  const { isLiked, isSaving, toggle } = useLike(note.id)
  const ref = useKeptFocus<HTMLButtonElement>(isSaving)
  return (
    <button
      ref={ref}
      type="button"
      aria-label={`Like, ${likesWords(note.likes_count)}`}
      aria-pressed={isLiked}
      title={isLiked ? 'Take the like back' : 'Like'}
      disabled={isSaving}
      onClick={toggle}
      className="note-act"
    >
      <Icon icon={isLiked ? 'icon-filled-heart' : 'icon-heart'} />
      <Count value={note.likes_count} />
    </button>
  )
}
