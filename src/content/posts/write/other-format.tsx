import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { isFormatted, moveDraftToFormat } from './new-drafts.ts'
import type { PostFormat, PostValues } from './use-post-form.ts'

interface Props {
  format: PostFormat
  memberId: string
  concept: string | undefined
  id: string
  values: PostValues
  save: () => void
}

/** Link to the form for the other format, which opens the same draft. */
export function OtherFormat({ format, memberId, concept, id, values, save }: Props) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const target = { ...OTHER[format], search: { concept, draft: id } }
  const carry = () => {
    save()
    moveDraftToFormat(memberId, id, target.format, values)
  }
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (format === 'plain' || !isFormatted(values.content)) return carry()
    event.preventDefault()
    setAsking(true)
  }
  return (
    <>
      <Link
        to={target.to}
        search={target.search}
        onClick={onClick}
        className="mr-auto inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-text hover:underline"
      >
        {target.label}
      </Link>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Switch to plain text?"
        description="Your text stays. Bold, italics, lists and quotes become plain text."
        confirmLabel="Switch to plain text"
        onConfirm={async () => {
          carry()
          await navigate({ to: target.to, search: target.search })
        }}
      />
    </>
  )
}

const OTHER = {
  rich: { format: 'plain', to: '/create-post', label: 'Write in plain text' },
  plain: { format: 'rich', to: '/create-post-rich', label: 'Write with formatting' },
} as const
