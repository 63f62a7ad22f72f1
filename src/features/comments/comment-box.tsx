import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ButtonLink } from '../../ui/button.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { useDiscussion } from './discussion-context.ts'
import type NewCommentForm from './new-comment-form.tsx'

type Form = ComponentType<Parameters<typeof NewCommentForm>[0]>

interface Props {
  postId: string
  /** Below a discussion that has taken a while to read; the form is in one of the two places, with its one draft. */
  isAtEnd?: boolean
}

/**
 * Where the discussion is joined; for visitors it says how. Most members only read, so it is one line, and the form's
 * code comes when one of them steps into it, and takes over what was typed meanwhile.
 */
export function CommentBox({ postId, isAtEnd = false }: Props) {
  const { viewer, drafts, composer } = useDiscussion()
  const place = isAtEnd ? 'end' : 'top'
  const [form, setForm] = useState<{ Form: Form; typed: string; hadFocus: boolean }>()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const load = useCallback(async () => {
    const { default: Form } = await import('./new-comment-form.tsx')
    const box = textarea.current
    const now = { typed: box?.value ?? '', hadFocus: document.activeElement === box }
    // At once: a key that is hit before the form stands there would be lost.
    flushSync(() => setForm((known) => known ?? { Form, ...now }))
  }, [])
  const isHere = composer.place === place
  useEffect(() => {
    if (!isHere) setForm(undefined)
  }, [isHere])
  const open = () => {
    // The other one's form goes first: its last words are in its draft then.
    composer.moveTo(place)
    void load()
  }
  const hasDraft = !isAtEnd && drafts.has(`comment:${postId}`)
  useEffect(() => {
    if (hasDraft) void load()
  }, [hasDraft, load])
  if (viewer && form && isHere)
    return (
      <form.Form
        key={viewer.id}
        viewer={viewer}
        parentId={null}
        typed={form.typed}
        autoFocus={form.hadFocus}
      />
    )
  return (
    <div className="flex items-start gap-2">
      <textarea
        ref={textarea}
        disabled={!viewer}
        rows={1}
        aria-label={isAtEnd ? 'Your comment, at the end' : 'Your comment'}
        placeholder={viewer ? 'Join the discussion…' : 'Sign in to join the discussion'}
        onFocus={open}
        onChange={open}
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
