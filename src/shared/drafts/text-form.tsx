import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { isUnreachable } from '../../core/api-error.ts'
import type { Viewer } from '../../core/viewer.ts'
import { isBlank } from '../../platform/text.ts'
import { Button } from '../../ui/button.tsx'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { remainingCharactersText } from '../../ui/form/remaining-characters.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { PreviewButton } from '../markup/preview-button.tsx'
import { insertPictures } from '../pictures/insert-pictures.ts'
import { PicturePreviews } from '../pictures/picture-previews.tsx'
import { usePictures } from '../pictures/use-pictures.tsx'
import { DraftNote, DraftOffer, DraftState, UnsentNote } from './draft-notes.tsx'
import { Honeypot, type SubmissionFacts, useSubmissionFacts } from './submission-facts.tsx'
import { isHere, useFocus, useTyped } from './text-form-focus.ts'
import { useDraft } from './use-draft.ts'

interface Props {
  viewer: Viewer
  /** Name of the form in its draft's key (see DraftKey). */
  form: string
  label: string
  placeholder?: string
  submitLabel: string
  pendingLabel: string
  limit: number
  /** Number of characters at which the counter appears. Defaults to 90 % of the limit. */
  countsFrom?: number
  /** Shows the form as a single line until it is focused. */
  isOneLine?: boolean
  /** Whether the text can contain pictures. */
  hasPictures?: boolean
  initial?: string
  /** Text that the user typed before this form mounted. */
  typed?: string
  /** Set if the page already shows the text elsewhere while it is being sent. */
  optimistic?: boolean
  autoFocus?: boolean
  /** The reason why the text can no longer be sent. The typed text stays readable. */
  closed?: string | undefined
  isNew?: boolean
  /** Set if the text is published with its formatting. */
  hasPreview?: boolean
  notice?: ReactNode
  /** Sends the text. If this rejects, the text stays in the form. */
  onSubmit: (content: string, id: string, facts: SubmissionFacts) => Promise<unknown>
  /** Called after the text was saved or the user cancelled. */
  onClose?: () => void
  /** Called after sending, if focus is still in the form. */
  onSent?: (id: string) => void
}

/** A form for a short text. Keeps the text as a draft until the server has stored it. */
export function TextForm(props: Props) {
  const { viewer, limit, closed, onClose, onSent } = props
  const countId = useId()
  const [initial] = useState({ content: props.initial ?? '' })
  const { values, form } = useDraft({ memberId: viewer.id, form: props.form }, initial)
  const [isSending, setSending] = useState(false)
  const facts = useSubmissionFacts()
  const textarea = useFocus(props.autoFocus)
  useTyped(form, props.typed)
  const pictures = usePictures({
    insert: (added) => textarea.current && insertPictures(textarea.current, added),
    isDisabled: isSending || Boolean(closed) || !props.hasPictures,
  })
  const isSendable = !isSending && !closed && !isBlank(values.content) && values.content.length <= limit
  const isCounted = values.content.length >= (props.countsFrom ?? limit * 0.9)
  // Once opened, the form stays open. Otherwise the elements below would move away from the pointer.
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
      await props.onSubmit(values.content, id, facts.read())
      const isStillHere = isHere(textarea.current, focused)
      form.discard()
      onClose?.()
      if (isStillHere && onSent) onSent(id)
      // Returns the focus to the text, because the submit button is now disabled and has lost it.
      else if (isStillHere && isByKey && !onClose) textarea.current?.focus()
    } catch (error) {
      // Shows no error, because onSubmit has already done so.
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
    <>
      {pictures.dialog}
      <form
        {...pictures.frame}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={({ key, nativeEvent, target, currentTarget }) => {
          if (key !== 'Escape' || nativeEvent.isComposing || isSending) return
          if (!currentTarget.contains(target as Node)) return // React passes on the preview's events, too.
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
          aria-label={props.label}
          placeholder={props.placeholder}
          aria-describedby={isCounted ? countId : undefined}
          aria-invalid={values.content.length > limit || undefined}
          rows={3}
          value={props.optimistic && isSending ? '' : values.content}
          readOnly={isSending || Boolean(closed)}
          onChange={(event) => form.change({ content: event.target.value })}
          onKeyDown={(event) => {
            if (!isSend(event)) return
            event.preventDefault()
            void submit()
          }}
          className={`${CONTROL} field-sizing-content min-h-22 resize-none`}
        />
        {props.hasPictures && <PicturePreviews text={values.content} />}
        {props.isNew && <Honeypot trap={facts.trap} />}
        <div className="flex min-h-11 flex-wrap items-center justify-end gap-3">
          <div className="mr-auto">
            {closed ? <p role="status">{closed}</p> : props.notice}
            {form.restored && <DraftNote onDiscard={close} />}
            <DraftOffer form={form} />
            {form.isUnsent && !closed && <UnsentNote onSend={() => void submit()} isSending={isSending} />}
            {props.hasPictures && pictures.button}
            {isCounted && <Room id={countId} used={values.content.length} limit={limit} />}
            <Announcement>{remainingCharactersText(values.content.length, limit)}</Announcement>
          </div>
          <DraftState form={form} />
          {props.hasPreview && !closed && <PreviewButton content={values.content} />}
          {onClose && (
            <Button kind="quiet" onClick={close}>
              Cancel
            </Button>
          )}
          <Button type="submit" disabled={!isSendable} pending={isSending} pendingLabel={props.pendingLabel}>
            {props.submitLabel}
          </Button>
        </div>
      </form>
    </>
  )
}

/** Hides all parts but the text and its counter until the form has focus. */
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

function isSend({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing
}
