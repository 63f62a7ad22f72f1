import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useViewerState } from '../../accounts/viewer-state/use-viewer-state.ts'
import { api, client } from '../../core/client.ts'
import { selectComments, useCommentSelection } from '../../moderation/comment-selection/selection.ts'
import { RemovalDialog } from '../../moderation/removal/removal-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import type { PostModeration } from './contract.ts'
import { useModeration } from './moderation-form.tsx'
import { ClassifyForm, DuplicateForm } from './post-forms.tsx'

const RedactionDialog = lazyWithRetry(() => import('../../moderation/redaction/redaction-dialog.tsx'))

const LockForm = lazyWithRetry(async () => ({ default: (await import('./pace-forms.tsx')).LockForm }))
const MergeForm = lazyWithRetry(async () => ({
  default: (await import('../comment-moves/move-forms.tsx')).MergeForm,
}))
const SelectionBar = lazyWithRetry(() => import('../comment-moves/selection-bar.tsx'))
const SlowModeForm = lazyWithRetry(async () => ({ default: (await import('./pace-forms.tsx')).SlowModeForm }))

type DialogName = 'classify' | 'duplicate' | 'lock' | 'merge' | 'redact' | 'remove' | 'slow'

interface Props {
  id: string
  /** Additional menu entries, shown last. */
  entries?: readonly MenuEntry[]
}

/** Menu of a post for moderators. Other members don't load this file. */
export default function PostModerationMenu({ id, entries = [] }: Props) {
  const {
    data: post,
    isError,
    refetch,
  } = useQuery({
    ...api.postModeration.read.queryOptions({ input: { id } }),
    staleTime: 0,
  })
  const [dialog, setDialog] = useState<{ name: DialogName; open: boolean }>()
  const isSelecting = useCommentSelection()?.postId === id
  const own = useEntries(post, (name) => setDialog({ name, open: true }))
  const mayRemove = useViewerState('post', id)?.can.remove
  const removal: MenuEntry[] = mayRemove
    ? [
        {
          label: 'Redact a passage…',
          icon: 'icon-pencil',
          onSelect: () => setDialog({ name: 'redact', open: true }),
        },
        {
          label: 'Remove…',
          icon: 'icon-shield-x',
          danger: true,
          onSelect: () => setDialog({ name: 'remove', open: true }),
        },
      ]
    : []
  const waiting = {
    label: isError ? 'Loading failed. Try again' : 'Loading…',
    icon: 'icon-rotate-cw',
    onSelect: () => void refetch(),
  } as const
  const shared = {
    open: dialog?.open ?? false,
    onClose: () => setDialog((was) => was && { ...was, open: false }),
  }
  return (
    <div className="relative">
      <Menu
        label="Moderate"
        className="action"
        entries={[...(post ? own : [waiting]), ...removal, ...entries]}
      >
        <Icon icon="icon-shield-x" />
        <span className="max-md:sr-only">Moderate</span>
      </Menu>
      {dialog?.name === 'redact' && (
        <Suspense>
          <RedactionDialog thing={{ kind: 'post', id }} {...shared} />
        </Suspense>
      )}
      {dialog?.name === 'remove' && <RemovalDialog kind="post" id={id} {...shared} />}
      {post && isSelecting && (
        <Suspense>
          <SelectionBar post={post} />
        </Suspense>
      )}
      {post && dialog && dialog.name !== 'redact' && dialog.name !== 'remove' && (
        <Suspense>
          <PostDialog name={dialog.name} post={post} {...shared} />
        </Suspense>
      )}
    </div>
  )
}

const DIALOGS = {
  classify: {
    title: 'Edit title and concepts',
    description: 'The text stays the same. The author will be notified.',
    Form: ClassifyForm,
  },
  duplicate: {
    title: 'Mark as duplicate',
    description: 'It will be closed to new comments and link to the original. Comments aren’t merged.',
    Form: DuplicateForm,
  },
  lock: {
    title: 'Lock until a time',
    description: 'Until then, only moderators can comment.',
    Form: LockForm,
  },
  merge: {
    title: 'Merge into another post',
    description:
      'All comments, bookmarks and follows move there, and the text becomes a comment. This post’s address will redirect. This can’t be undone.',
    Form: MergeForm,
  },
  slow: {
    title: 'Slow mode',
    description: 'Each member can comment once in this time. Moderators are exempt.',
    Form: SlowModeForm,
  },
} as const

interface PostDialogProps {
  name: keyof typeof DIALOGS
  post: PostModeration
  open: boolean
  onClose: () => void
}

function PostDialog({ name, post, open, onClose }: PostDialogProps) {
  const { Form, ...texts } = DIALOGS[name]
  return (
    <Dialog open={open} onClose={onClose} {...texts}>
      {open && <Form post={post} onClose={onClose} />}
    </Dialog>
  )
}

function useEntries(post: PostModeration | undefined, open: (name: DialogName) => void) {
  const moderate = useModeration()
  if (!post) return []
  const { id, can, is_locked, is_pinned, slow_mode_seconds, duplicate_of } = post
  const act = (
    done: string,
    action: 'lock' | 'unlock' | 'endSlowMode' | 'pin' | 'unpin' | 'unmarkDuplicate',
  ) => moderate(done, () => client.postModeration[action]({ id }))
  const entries: (MenuEntry | false)[] = [
    can.lock && {
      label: is_locked ? 'Unlock' : 'Lock',
      icon: 'icon-ban',
      onSelect: () => void act(`Post ${is_locked ? 'unlocked' : 'locked'}`, is_locked ? 'unlock' : 'lock'),
    },
    can.lock && !is_locked && { label: 'Lock until…', icon: 'icon-ban', onSelect: () => open('lock') },
    can.lock &&
      (slow_mode_seconds
        ? {
            label: 'Turn off slow mode',
            icon: 'icon-rotate-cw',
            onSelect: () => void act('Slow mode turned off', 'endSlowMode'),
          }
        : { label: 'Slow mode…', icon: 'icon-rotate-cw', onSelect: () => open('slow') }),
    can.pin && {
      label: is_pinned ? 'Unpin' : 'Pin',
      icon: 'icon-pin',
      onSelect: () => void act(`Post ${is_pinned ? 'unpinned' : 'pinned'}`, is_pinned ? 'unpin' : 'pin'),
    },
    can.classify && {
      label: 'Edit title and concepts…',
      icon: 'icon-shapes',
      onSelect: () => open('classify'),
    },
    can.mark_duplicate && {
      label: 'Select comments',
      icon: 'icon-message-circle',
      onSelect: () => selectComments({ postId: id, ids: new Set() }),
    },
    can.mark_duplicate && {
      label: 'Merge into another post…',
      icon: 'icon-messages-square',
      onSelect: () => open('merge'),
    },
    can.mark_duplicate &&
      (duplicate_of
        ? {
            label: 'Unmark as duplicate',
            icon: 'icon-messages-square',
            onSelect: () => void act('Unmark as duplicate', 'unmarkDuplicate'),
          }
        : { label: 'Mark as duplicate…', icon: 'icon-messages-square', onSelect: () => open('duplicate') }),
  ]
  return entries.filter((entry) => entry !== false)
}
