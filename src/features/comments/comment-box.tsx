import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { useDiscussion } from './discussion-context.ts'
import type NewCommentForm from './new-comment-form.tsx'

type Form = ComponentType<Parameters<typeof NewCommentForm>[0]>

/**
 * Where the discussion is joined; for visitors it says how. Most members only read, so the form's code comes when
 * one of them steps into the box, and takes over what was typed meanwhile.
 */
export function CommentBox({ postId }: { postId: string }) {
  const { viewer, drafts } = useDiscussion()
  const [form, setForm] = useState<{ Form: Form; typed: string; hadFocus: boolean }>()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const load = useCallback(async () => {
    const { default: Form } = await import('./new-comment-form.tsx')
    const box = textarea.current
    const now = { typed: box?.value ?? '', hadFocus: document.activeElement === box }
    // At once: a key that is hit before the form stands there would be lost.
    flushSync(() => setForm((known) => known ?? { Form, ...now }))
  }, [])
  const hasDraft = drafts.has(`comment:${postId}`)
  useEffect(() => {
    if (hasDraft) void load()
  }, [hasDraft, load])
  if (viewer && form)
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
    <div className="grid gap-2">
      <textarea
        ref={textarea}
        disabled={!viewer}
        rows={3}
        aria-label="Your comment"
        placeholder={viewer ? 'Join the discussion…' : 'Sign in to join the discussion'}
        onFocus={load}
        onChange={load}
        className={`${CONTROL} field-sizing-content min-h-22 resize-none disabled:opacity-100`}
      />
      <div className="flex min-h-11 items-center justify-end">
        {viewer ? (
          <Button disabled>Comment</Button>
        ) : (
          <ButtonLink
            to="/auth"
            search={{ redirect: `/post/${postId}` }}
            kind="quiet"
            className="maybe-member:invisible"
          >
            Sign In
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
