import { selectComments, useCommentSelection } from './selection.ts'

interface Props {
  comment: { id: string; post_id: string; parent_id: string | null }
  className: string
}

/** Checkbox of a comment while a moderator selects comments. A comment's replies are selected with it. */
export default function SelectionBox({ comment: { id, post_id, parent_id }, className }: Props) {
  const selection = useCommentSelection()
  if (selection?.postId !== post_id) return null
  const { ids } = selection
  const isWithParent = parent_id !== null && ids.has(parent_id)
  const toggle = () => {
    const others = [...ids].filter((each) => each !== id)
    selectComments({ postId: post_id, ids: new Set(ids.has(id) ? others : [...others, id]) })
  }
  return (
    <label className={`${className} inline-flex items-center gap-2`}>
      <input
        type="checkbox"
        checked={isWithParent || ids.has(id)}
        disabled={isWithParent}
        onChange={toggle}
        className="size-4"
      />
      Select
    </label>
  )
}
