import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isUnreachable } from '../../api/core/api-error.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { isBlank } from '../../platform/text.ts'
import { Button } from '../../ui/button.tsx'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { remainingCharactersText } from '../../ui/form/remaining-characters.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { DraftNote } from './draft-note.tsx'
import { DraftOffer } from './draft-offer.tsx'
import type { DraftedForm } from './drafted-form.ts'
import { type SubmissionFacts, Trap, useSubmissionFacts } from './submission-facts.tsx'
import { UnsentNote } from './unsent-note.tsx'
import { useDraft } from './use-draft.ts'

interface Props {
  viewer: Viewer
  /** Where its draft is kept, see DraftKey. */
  form: string
  label: string
  placeholder?: string
  submitLabel: string
  pendingLabel: string
  /** Characters at most. */
  limit: number
  /** From how many characters on it is said how much room there is; else when it is getting short. */
  countsFrom?: number
  /** One line until somebody writes. */
  isOneLine?: boolean
  /** What it opens with: the text that is edited. */
  initial?: string
  /** Typed before this form was there. */
  typed?: string
  /** Its text is shown elsewhere while it is on its way. */
  optimistic?: boolean
  autoFocus?: boolean
  /** Why it cannot be sent any more: what was written can only be read and copied then. */
  closed?: string | undefined
  /** What it sends is new, and not an edit. */
  isNew?: boolean
  /** What to know before it is sent. */
  notice?: ReactNode
  /** Rejects when it failed; the text then stays. */
  onSubmit: (content: string, id: string, facts: SubmissionFacts) => Promise<unknown>
  /** After it was saved or given up. */
  onClose?: () => void
  /** After it was sent, instead of going on here: leads to where it stands now who has not gone elsewhere. */
  onSent?: (id: string) => void
}

/** A short text being written. What is typed stays in a draft until the server has it. */
export function TextForm(props: Props) {
  const {
    viewer,
    label,
    submitLabel,
    pendingLabel,
    limit,
    optimistic,
    autoFocus,
    onSubmit,
    onClose,
    onSent,
  } = props
  const { closed } = props
  const countId = useId()
  const [initial] = useState({ content: props.initial ?? '' })
  const { values, form } = useDraft({ memberId: viewer.id, form: props.form }, initial)
  const [isSending, setSending] = useState(false)
  const facts = useSubmissionFacts()
  const textarea = useFocus(autoFocus)
  useTyped(form, props.typed)
  const isSendable = !isSending && !closed && !isBlank(values.content) && values.content.length <= limit
  const isCounted = values.content.length >= (props.countsFrom ?? limit * 0.9)
  // Once it is open it stays so: what is below it would move away under a press.
  const [wasOpened, setOpened] = useState(false)
  const isFolded = props.isOneLine && !wasOpened && values.content === ''
  const submit = async () => {
    if (!isSendable) return
    setSending(true)
    const here = location.pathname + location.search
    const focused = document.activeElement
    const isByKey = focused?.matches(':focus-visible')
    try {
      const id = form.commit()
      await onSubmit(values.content, id, facts.read())
      // Whoever has gone on meanwhile, as to another field, is left there.
      const isStillHere = isHere(textarea.current, focused)
      form.discard()
      onClose?.()
      if (isStillHere && onSent) onSent(id)
      // The button that was pressed is off until there is something new to send.
      else if (isStillHere && isByKey && !onClose) textarea.current?.focus()
    } catch (error) {
      // The act has said why.
      if (isUnreachable(error)) form.keepUnsent(here)
    }
    setSending(false)
  }
  const close = () => {
    form.discard()
    onClose?.()
  }
  if (closed && isBlank(values.content)) return null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key !== 'Escape' || nativeEvent.isComposing || isSending) return
        // What was typed stays, as a draft.
        form.save()
        onClose?.()
      }}
      onFocus={() => setOpened(true)}
      className={`grid gap-2 ${isFolded ? FOLDED : ''}`}
    >
      <textarea
        ref={textarea}
        dir="auto"
        data-mentions
        aria-label={label}
        placeholder={props.placeholder}
        aria-describedby={isCounted ? countId : undefined}
        aria-invalid={values.content.length > limit || undefined}
        rows={3}
        value={optimistic && isSending ? '' : values.content}
        readOnly={isSending || Boolean(closed)}
        onChange={(event) => form.change({ content: event.target.value })}
        onKeyDown={(event) => {
          if (!isSend(event)) return
          event.preventDefault()
          void submit()
        }}
        className={`${CONTROL} field-sizing-content min-h-22 resize-none`}
      />
      {props.isNew && <Trap trap={facts.trap} />}
      <div className="flex min-h-11 flex-wrap items-center justify-end gap-3">
        <div className="mr-auto">
          {closed ? <p role="status">{closed}</p> : props.notice}
          {form.restored && <DraftNote onDiscard={close} />}
          <DraftOffer form={form} />
          {form.isUnsent && !closed && <UnsentNote onSend={() => void submit()} isSending={isSending} />}
          {isCounted && <Room id={countId} used={values.content.length} limit={limit} />}
          <Announcement>{remainingCharactersText(values.content.length, limit)}</Announcement>
        </div>
        {onClose && (
          <Button kind="quiet" onClick={close}>
            Cancel
          </Button>
        )}
        <Button type="submit" disabled={!isSendable} pending={isSending} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Only the text and its counter show until the form has the focus. */
const FOLDED =
  'not-focus-within:[&>div]:min-h-0 not-focus-within:[&>div>button]:hidden not-focus-within:[&>div>div>:not([data-room])]:hidden not-focus-within:[&>textarea]:min-h-11'

function Room({ id, used, limit }: { id: string; used: number; limit: number }) {
  return (
    <p id={id} data-room className={`text-sm tabular-nums ${used > limit ? 'text-bad' : 'text-faint'}`}>
      {used > limit && 'Too long: '}
      {formatNumber(used)}/{formatNumber(limit)} characters
    </p>
  )
}

/** The caret goes behind what is there. */
function useFocus(isWanted: boolean | undefined) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  // Before the next key: where it takes the place of another field, what is typed meanwhile would be lost.
  useLayoutEffect(() => {
    if (!isWanted) return
    textarea.current?.focus()
    textarea.current?.setSelectionRange(LAST, LAST)
  }, [isWanted])
  return textarea
}

const LAST = Number.MAX_SAFE_INTEGER

/**
 * Whether the focus is where the form left it: in the form, where it was then (in Safari a press of a button focuses what
 * is around it), or nowhere since the button was switched off.
 */
function isHere(textarea: HTMLTextAreaElement | null, focused: Element | null): boolean {
  const { activeElement } = document
  return [focused, document.body].includes(activeElement) || Boolean(textarea?.form?.contains(activeElement))
}

/** Adds it once, behind the draft if there is one. */
function useTyped(form: DraftedForm<{ content: string }>, typed = '') {
  const rest = useRef(typed)
  useEffect(() => {
    if (rest.current) form.change({ content: [form.read().content, rest.current].filter(Boolean).join('\n') })
    rest.current = ''
  }, [form])
}

function isSend({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing
}
