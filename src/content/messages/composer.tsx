import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Viewer } from '../../core/viewer.ts'
import { SanctionFieldNote } from '../../moderation/sanctions/sanction-field-note.tsx'
import { isBlank, manyLines } from '../../platform/text.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { DraftOffer } from '../../shared/drafts/draft-notes.tsx'
import { useDraft } from '../../shared/drafts/use-draft.ts'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { remainingCharactersText } from '../../ui/form/remaining-characters.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { MESSAGE_LIMIT } from './policy.ts'

interface Props {
  viewer: Viewer
  other: Author
  onSend: (content: string) => void
}

export function Composer({ viewer, other, onSend }: Props) {
  const { values, form } = useDraft({ memberId: viewer.id, form: `message:${other.id}` }, EMPTY)
  const textarea = useFocusWithKeyboard()
  const content = manyLines(values.content)
  const isSendable = !isBlank(content) && content.length <= MESSAGE_LIMIT
  const send = () => {
    if (!isSendable) return
    onSend(content)
    form.discard()
    textarea.current?.focus()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      data-composer
      className="border-t border-line pt-3 md:p-3"
    >
      <div className="flex items-end gap-2">
        <textarea
          ref={textarea}
          dir="auto"
          aria-label={`Message to ${displayName(other)}`}
          placeholder="Write a message…"
          aria-invalid={content.length > MESSAGE_LIMIT || undefined}
          rows={1}
          enterKeyHint="send"
          value={values.content}
          onChange={(event) => form.change({ content: event.target.value })}
          onKeyDown={(event) => {
            if (!isSend(event)) return
            event.preventDefault()
            send()
          }}
          className={`${CONTROL} field-sizing-content max-h-40 min-h-11 resize-none`}
        />
        <button
          type="submit"
          aria-label="Send"
          title="Send"
          disabled={!isSendable}
          className="grid size-11 flex-none place-items-center rounded-lg bg-act text-on-act transition-colors duration-150 hover:not-disabled:bg-act/88 disabled:opacity-55"
        >
          <Icon icon="icon-send-horizontal" className="size-5" />
        </button>
      </div>
      <p className="flex justify-between gap-4 pt-1.5 text-xs text-muted">
        <span className="max-md:hidden">Enter sends, Shift+Enter adds a line.</span>
        <Room used={content.length} />
        <Announcement>{remainingCharactersText(content.length, MESSAGE_LIMIT)}</Announcement>
      </p>
      <DraftOffer form={form} />
      <SanctionFieldNote />
    </form>
  )
}

const EMPTY = { content: '' }

function Room({ used }: { used: number }) {
  if (used < MESSAGE_LIMIT * 0.9) return null
  return (
    <span className={`ml-auto tabular-nums ${used > MESSAGE_LIMIT ? 'text-bad' : ''}`}>
      {used > MESSAGE_LIMIT && 'Too long: '}
      {formatNumber(used)}/{formatNumber(MESSAGE_LIMIT)} characters
    </span>
  )
}

/** Focuses the field, except on touch screens, where an on-screen keyboard would open. */
function useFocusWithKeyboard() {
  const textarea = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (matchMedia('(hover: hover) and (width > 48rem)').matches)
      textarea.current?.focus({ preventScroll: true })
  }, [])
  return textarea
}

/** Whether a key press sends the message. Enter to confirm an input method's text (229 in Safari) doesn't. */
function isSend({ key, shiftKey, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229
}
