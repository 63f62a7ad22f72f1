import { useQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { Menu } from '../../ui/overlay/menu.tsx'

interface Props {
  /** Label of the field, such as “Reason”. */
  label: string
  value: string
  onInsert: (value: string) => void
}

/** A button with the saved replies, which adds one at the end of a field. Renders nothing if there are none. */
export function ReplyPicker({ label, value, onInsert }: Props) {
  const replies = useQuery(api.savedReplies.list.queryOptions({ staleTime: 60_000 })).data?.items ?? []
  if (replies.length === 0) return null
  const entries = replies.map(({ title, text }) => ({
    label: title,
    onSelect: () => onInsert([value.trim(), text].filter(Boolean).join('\n')),
  }))
  return (
    <span data-reply-picker>
      <Menu
        label={`Saved replies for “${label}”`}
        entries={entries}
        className="flex min-h-9 items-center rounded-md px-2 text-sm text-act hover:bg-raised pointer-coarse:min-h-11"
      >
        Saved replies
      </Menu>
    </span>
  )
}
