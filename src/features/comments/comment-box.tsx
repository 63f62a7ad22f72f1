import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ButtonLink } from '../../ui/button.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { useDiscussion } from './discussion-context.ts'
import { NewCommentForm } from './new-comment-form.tsx'

interface Props {
  postId: string
  /** Below a discussion that has taken a while to read; the form is in one of the two places, with its one draft. */
  isAtEnd?: boolean
}

/** One line, until a member steps into it or has a draft: then the form takes its place. Visitors are asked to sign in. */
export function CommentBox({ postId, isAtEnd = false }: Props) {
  const { viewer, drafts, composer } = useDiscussion()
  const place = isAtEnd ? 'end' : 'top'
  const [form, setForm] = useState<{ typed: string; hadFocus: boolean }>()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const isHere = composer.place === place
  const open = useCallback(() => {
    const box = textarea.current
    setForm((known) => known ?? { typed: box?.value ?? '', hadFocus: document.activeElement === box })
  }, [])
  useEffect(() => {
    if (!isHere) setForm(undefined)
  }, [isHere])
  const hasDraft = !isAtEnd && drafts.has(`comment:${postId}`)
  useEffect(() => {
    if (hasDraft) open()
  }, [hasDraft, open])
  const { moveTo } = composer
  const stepIn = useCallback(() => {
    // The other place's form goes first: it stores its last words as a draft. At once, or the next key would be lost.
    flushSync(() => moveTo(place))
    flushSync(open)
  }, [moveTo, place, open])
  useEffect(() => {
    // Somebody has stepped in before the application listened. In a turn of its own: React cannot flush within an effect.
    if (!viewer || document.activeElement !== textarea.current) return
    const timer = setTimeout(stepIn)
    return () => clearTimeout(timer)
  }, [viewer, stepIn])
  if (viewer && form && isHere)
    return (
      <NewCommentForm
        key={viewer.id}
        viewer={viewer}
        parentId={null}
        typed={form.typed}
        autoFocus={form.hadFocus}
      />
    )
  return (
    <div className="flex flex-wrap items-start gap-2">
      <textarea
        ref={textarea}
        dir="auto"
        disabled={!viewer}
        rows={1}
        aria-label={isAtEnd ? 'Your comment, at the end' : 'Your comment'}
        placeholder={viewer ? 'Join the discussion…' : 'Sign in to join the discussion'}
        onFocus={stepIn}
        onChange={stepIn}
        className={`${CONTROL} field-sizing-content min-h-11 min-w-0 flex-1 resize-none focus:min-h-22 disabled:opacity-100`}
      />
      {!viewer && (
        <ButtonLink
          to="/auth"
          search={{ redirect: `/post/${postId}` }}
          kind="quiet"
          className="maybe-member:hidden"
        >
          Sign In
        </ButtonLink>
      )}
    </div>
  )
}
