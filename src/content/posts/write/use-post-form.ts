import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../../../accounts/session/session.tsx'
import { errorCode, isUnreachable } from '../../../core/api-error.ts'
import { nameProblem } from '../../../platform/readable-name.ts'
import { isBlank } from '../../../platform/text.ts'
import type { DraftKey } from '../../../shared/drafts/draft-keys.ts'
import type { DraftedForm } from '../../../shared/drafts/drafted-form.ts'
import { sendErrorText } from '../../../shared/drafts/send-error.ts'
import { type SubmissionFacts, useSubmissionFacts } from '../../../shared/drafts/submission-facts.tsx'
import { useDraft } from '../../../shared/drafts/use-draft.ts'
import { htmlToText } from '../../../shared/markup/html.ts'
import { toastError } from '../../../ui/feedback/toast.ts'
import { CONTENT_LIMITS, POST_INCOMPLETE } from '../policy.ts'

export type PostFormat = 'rich' | 'plain'

export interface PostValues {
  title: string
  /** Content of the post: HTML if the format is rich, otherwise plain text. */
  content: string
  concept_ids: string[]
  /** Version of the post when it was opened. Stored in the draft. Prevents overwriting later versions. */
  updated_at?: string
}

export interface PostFormOptions {
  format: PostFormat
  draft: DraftKey
  initial: PostValues
  /** Saves the post. `id` is the id for a new post (see Draft). */
  save: (values: PostValues, id: string, facts: SubmissionFacts) => Promise<unknown>
  onFirstChange?: () => void
  onSaved: (id: string) => Promise<void>
  isExplained?: (error: unknown) => boolean
  focusOn: (field: 'title' | 'content') => void
  /** Error message. If the server sends a message, it replaces the description. */
  failure: { title: string; description: string }
}

export function usePostForm(options: PostFormOptions) {
  const { format, draft, initial, save, onSaved, failure, onFirstChange, focusOn } = options
  const { values, form } = useDraft(draft, initial)
  useFirstChange(form, onFirstChange)
  const facts = useSubmissionFacts()
  const [isSaving, setSaving] = useState(false)
  const [titleError, setTitleError] = useState<string>()
  const askToSignIn = useAskToSignIn()
  const text = useMemo(() => wordsOf(format, values.content), [format, values.content])

  const submit = async () => {
    if (isSaving) return
    // Reads the form, because the rendered values may lack the last keystroke.
    const values = form.read()
    const text = wordsOf(format, values.content)
    if (isIncomplete(values, text)) {
      toastError('Required fields missing', POST_INCOMPLETE)
      return focusOn(isBlank(values.title) ? 'title' : 'content')
    }
    const problem = nameProblem(values.title, 'A title')
    setTitleError(problem)
    if (problem) return focusOn('title')
    if (text.length > CONTENT_LIMITS[format]) return focusOn('content')
    setSaving(true)
    const here = location.pathname + location.search
    const id = form.commit()
    try {
      await save(values, id, facts.read())
    } catch (error) {
      setSaving(false)
      if (errorCode(error) === 'UNAUTHORIZED') return askToSignIn()
      if (options.isExplained?.(error)) return
      const { title, description } = failure
      if (isUnreachable(error)) form.keepUnsent(here)
      return toastError(title, sendErrorText(error) ?? description)
    }
    form.finish()
    await onSaved(id)
  }
  const isPublishable = !isIncomplete(values, text) && text.length <= CONTENT_LIMITS[format]
  return {
    ...{ values, form, trap: facts.trap, length: text.length, isSaving, isPublishable, submit },
    titleError: titleError && nameProblem(values.title, 'A title'),
  }
}

function useFirstChange(form: DraftedForm<PostValues>, onFirstChange: (() => void) | undefined) {
  const call = useRef(onFirstChange)
  call.current = onFirstChange
  useEffect(() => {
    const stop = form.subscribe(() => {
      stop()
      call.current?.()
    })
    return stop
  }, [form])
}

function wordsOf(format: PostFormat, content: string): string {
  return format === 'plain' ? content : htmlToText(content)
}

function isIncomplete({ title }: PostValues, text: string): boolean {
  return isBlank(title) || isBlank(text)
}

/**
 * Returns a function to call if the session ended while the member was writing. It keeps the draft and opens
 * /auth. It refreshes the session first, because /auth redirects signed-in members back.
 */
function useAskToSignIn() {
  const { refresh } = useSession()
  const navigate = useNavigate()
  const here = useLocation({ select: (location) => location.href })
  return async () => {
    toastError('Authentication required', 'Please sign in to create a post.')
    if (!(await refresh())) await navigate({ to: '/auth', search: { redirect: here } })
  }
}
