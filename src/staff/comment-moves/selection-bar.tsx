import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { selectComments, useCommentSelection } from '../../moderation/comment-selection/selection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, FLOATING } from '../../ui/overlay/dialog.tsx'
import { MoveForm, SplitForm } from './move-forms.tsx'

interface Props {
  post: { id: string; concepts: readonly { id: string }[] }
}

const DIALOGS = {
  split: {
    title: 'Move to a new post',
    description:
      'The first comment becomes the text of the new post, by its author. Authors will be notified.',
    Form: SplitForm,
  },
  move: {
    title: 'Move to another post',
    description: 'The comments are placed there by their time. Authors will be notified.',
    Form: MoveForm,
  },
} as const

/** Bar at the bottom of a post's page while a moderator selects comments. */
export default function SelectionBar({ post }: Props) {
  const comments = [...(useCommentSelection()?.ids ?? [])]
  const [dialog, setDialog] = useState<{ name: keyof typeof DIALOGS; open: boolean }>()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => makeRoomFor(bar.current), [])
  useEffect(() => () => selectComments(undefined), [])
  const { Form, ...texts } = DIALOGS[dialog?.name ?? 'split']
  const onClose = () => setDialog((was) => was && { ...was, open: false })
  const isEmpty = comments.length === 0
  return createPortal(
    <section
      ref={bar}
      aria-label="Selected comments"
      className={`${FLOATING} fixed inset-x-4 bottom-20 z-30 mx-auto flex max-w-2xl flex-wrap items-center gap-2 p-3 xl:bottom-4`}
    >
      <p role="status" className="mr-auto px-1">
        {isEmpty ? 'Select comments. Their replies move with them.' : `${comments.length} selected`}
      </p>
      <Button kind="quiet" onClick={() => selectComments(undefined)}>
        Cancel
      </Button>
      <Button kind="quiet" disabled={isEmpty} onClick={() => setDialog({ name: 'move', open: true })}>
        To another post…
      </Button>
      <Button disabled={isEmpty} onClick={() => setDialog({ name: 'split', open: true })}>
        To a new post…
      </Button>
      <Dialog open={dialog?.open ?? false} onClose={onClose} {...texts}>
        <Form post={post} comments={comments} onClose={onClose} />
      </Dialog>
    </section>,
    document.body,
  )
}

/** Adds space to the page, so that the bar covers no focused checkbox. Returns a function that removes it. */
function makeRoomFor(bar: HTMLElement | null) {
  const room = bar ? `${innerHeight - bar.getBoundingClientRect().top + 16}px` : ''
  const { style } = document.documentElement
  style.scrollPaddingBottom = room
  style.paddingBottom = room
  document.activeElement?.scrollIntoView({ block: 'nearest' })
  return () => {
    style.scrollPaddingBottom = ''
    style.paddingBottom = ''
  }
}
