import {
  type ComponentType,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { useBackOnline } from '../../ui/use-back-online.ts'
import { keepTyped } from '../drafts/keep-typed.ts'
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
  const [isTrying, setTrying] = useState(false)
  const [isLost, setLost] = useState(false)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const isSent = useRef(false)
  const { typed, keep } = useTyped(viewer?.id, `comment:${postId}`, textarea)
  const isHere = composer.place === place
  const isWanted = useRef(isHere)
  useLayoutEffect(() => {
    isWanted.current = isHere
  })
  const load = useCallback(async () => {
    setTrying(true)
    const module = await import('./new-comment-form.tsx').catch(() => undefined)
    setTrying(false)
    setLost(!module)
    if (!module) return
    const Form = module.default
    // Meanwhile the other one was stepped into: its form has the words that were kept.
    if (!isWanted.current) return
    const box = textarea.current
    const now = { typed: typed.current, hadFocus: document.activeElement === box }
    typed.current = ''
    // At once: a key that is hit before the form stands there would be lost.
    flushSync(() => setForm((known) => known ?? { Form, ...now }))
    if (isSent.current && document.activeElement instanceof HTMLTextAreaElement)
      document.activeElement.form?.requestSubmit()
    isSent.current = false
  }, [typed])
  useEffect(() => {
    if (isHere) return
    keep()
    setForm(undefined)
  }, [isHere, keep])
  const open = () => {
    // The other one's form goes first: its last words are in its draft then.
    composer.moveTo(place)
    void load()
  }
  useBackOnline(() => isLost && void load())
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
    <div className="flex flex-wrap items-start gap-2">
      <textarea
        ref={textarea}
        dir="auto"
        disabled={!viewer}
        rows={1}
        aria-label={isAtEnd ? 'Your comment, at the end' : 'Your comment'}
        placeholder={viewer ? 'Join the discussion…' : 'Sign in to join the discussion'}
        onFocus={open}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          // Sent before the form that sends it is there.
          if (key === 'Enter' && (ctrlKey || metaKey)) isSent.current = true
        }}
        onChange={({ target }) => {
          typed.current = target.value
          open()
        }}
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
      {isLost && isHere && <LoadFailure isTrying={isTrying} retry={load} />}
    </div>
  )
}

/** What was typed before the form is there: a draft, if its member leaves before that, or goes on in the other place. */
function useTyped(
  memberId: string | undefined,
  form: string,
  textarea: RefObject<HTMLTextAreaElement | null>,
) {
  const typed = useRef('')
  const keep = useCallback(() => {
    if (memberId) keepTyped({ memberId, form }, typed.current)
    typed.current = ''
    // Come back to as it was left, it is not to say it twice.
    if (textarea.current) textarea.current.value = ''
  }, [memberId, form, textarea])
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])
  return { typed, keep }
}
