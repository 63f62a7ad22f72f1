import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { RemovalDialog } from '../removal/removal-dialog.tsx'
import { useViewerState } from '../viewer-state/use-viewer-state.ts'
import { ClassifyDialog } from './classify-dialog.tsx'
import type { PostModeration } from './contract.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { useModeration } from './use-moderation.ts'

type DialogName = 'classify' | 'duplicate' | 'remove'

interface Props {
  id: string
  /** What else there is to do, behind these in the menu. */
  entries?: readonly MenuEntry[]
}

/** What moderators do with a post. Loaded for them alone. */
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
  const own = useEntries(post, (name) => setDialog({ name, open: true }))
  const mayRemove = useViewerState('post', id)?.can.remove
  const removal: MenuEntry[] = mayRemove
    ? [
        {
          label: 'Remove…',
          icon: 'icon-shield-x',
          danger: true,
          onSelect: () => setDialog({ name: 'remove', open: true }),
        },
      ]
    : []
  const waiting = {
    label: isError ? 'Could not be loaded. Try again' : 'Loading…',
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
      {dialog?.name === 'remove' && <RemovalDialog kind="post" id={id} {...shared} />}
      {post && dialog && dialog.name !== 'remove' && (
        <Suspense>
          {dialog.name === 'classify' ? (
            <ClassifyDialog post={post} {...shared} />
          ) : (
            <DuplicateDialog post={post} {...shared} />
          )}
        </Suspense>
      )}
    </div>
  )
}

function useEntries(post: PostModeration | undefined, open: (name: DialogName) => void) {
  const moderate = useModeration()
  if (!post) return []
  const { id, can, is_locked, is_pinned, duplicate_of } = post
  const { postModeration } = client
  const entries: (MenuEntry | false)[] = [
    can.lock && {
      label: is_locked ? 'Unlock' : 'Lock',
      icon: 'icon-ban',
      onSelect: () =>
        void (is_locked
          ? moderate('Post unlocked', () => postModeration.unlock({ id }))
          : moderate('Post locked', () => postModeration.lock({ id }))),
    },
    can.pin && {
      label: is_pinned ? 'Unpin' : 'Pin',
      icon: 'icon-pin',
      onSelect: () =>
        void (is_pinned
          ? moderate('Post unpinned', () => postModeration.unpin({ id }))
          : moderate('Post pinned', () => postModeration.pin({ id }))),
    },
    can.classify && {
      label: 'Edit title and concepts…',
      icon: 'icon-shapes',
      onSelect: () => open('classify'),
    },
    can.mark_duplicate &&
      (duplicate_of
        ? {
            label: 'No duplicate any more',
            icon: 'icon-messages-square',
            onSelect: () =>
              void moderate('No duplicate any more', () => postModeration.unmarkDuplicate({ id })),
          }
        : { label: 'Mark as duplicate…', icon: 'icon-messages-square', onSelect: () => open('duplicate') }),
  ]
  return entries.filter((entry) => entry !== false)
}
