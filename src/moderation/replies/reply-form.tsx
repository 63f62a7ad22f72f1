import type { ItemField } from '../../accounts/manage-forms/item-field.tsx'
import { ItemForm } from '../../accounts/manage-forms/item-form.tsx'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { SavedReply } from './contract.ts'
import { REPLY_TEXT_MAX, REPLY_TITLE_MAX, replyInput } from './policy.ts'

interface Props {
  viewer: Viewer
  /** Reply to edit, or undefined to add one. */
  item: SavedReply | undefined
  onClose: () => void
}

export function ReplyForm({ viewer, item, onClose }: Props) {
  return (
    <ItemForm
      viewer={viewer}
      kind="saved reply"
      collection="savedReplies"
      item={item}
      valuesOf={valuesOf}
      readLatest={readLatest}
      schema={replyInput}
      create={client.savedReplies.create}
      update={client.savedReplies.update}
      fields={FIELDS}
      href="/manage/replies"
      onClose={onClose}
    />
  )
}

async function readLatest(id: string): Promise<SavedReply | undefined> {
  const { items } = await client.savedReplies.list()
  return items.find((reply) => reply.id === id)
}

function valuesOf(reply: SavedReply | undefined) {
  return { title: reply?.title ?? '', text: reply?.text ?? '' }
}

const FIELDS: readonly ItemField<keyof ReturnType<typeof valuesOf>>[] = [
  { type: 'line', name: 'title', label: 'Title', limit: REPLY_TITLE_MAX, required: true },
  {
    type: 'text',
    name: 'text',
    label: 'Text',
    limit: REPLY_TEXT_MAX,
    required: true,
    hint: 'Moderators can change it after inserting it.',
  },
]
