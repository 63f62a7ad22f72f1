import { Count } from '../../ui/format/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import { useSession } from '../accounts/session/session.tsx'
import type { Note } from './contract.ts'
import { useLike } from './use-like.ts'
import { likesWords } from './words.ts'

/** Members like; a visitor sees how many do. */
export function LikeButton({ note }: { note: Note }) {
  const { viewer } = useSession()
  const words = likesWords(note.likes_count)
  if (viewer) return <Toggle note={note} words={words} />
  return (
    <span className="note-act">
      <Icon icon="icon-heart" />
      <Count value={note.likes_count} />
      <span className="sr-only">{note.likes_count === 1 ? ' like' : ' likes'}</span>
    </span>
  )
}

function Toggle({ note, words }: { note: Note; words: string }) {
  const { isLiked, isSaving, toggle } = useLike(note.id)
  const ref = useKeptFocus<HTMLButtonElement>(isSaving)
  return (
    <button
      ref={ref}
      type="button"
      aria-label={`Like, ${words}`}
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
