import { useState } from 'react'
import { useIsReported } from '../../moderation/reports/report-button.tsx'
import { ReportDialog } from '../../moderation/reports/report-dialog.tsx'
import { commentHref } from '../../shared/branding/item-address.ts'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'

/** The less frequent actions of a comment: copy its link and, for members other than its author, report it. */
export function CommentMenu({ comment, className }: { comment: Comment; className: string }) {
  const { viewer, postTitle } = useDiscussion()
  const [isReporting, setReporting] = useState(false)
  const mayReport = viewer && viewer.id !== comment.author?.id
  const copyLink = () =>
    copyText(
      location.origin + commentHref({ id: comment.post_id, title: postTitle }, comment.id),
      'Link copied to clipboard',
      'Copy the address of the comment’s time instead.',
    )
  const copy = { label: 'Copy link', icon: 'icon-link', onSelect: () => void copyLink() } as const
  if (!mayReport) return <CommentMenuButton className={className} entries={[copy]} />
  return (
    <>
      <MemberMenu id={comment.id} className={className} copy={copy} onReport={() => setReporting(true)} />
      <ReportDialog kind="comment" id={comment.id} open={isReporting} onClose={() => setReporting(false)} />
    </>
  )
}

interface MemberMenuProps {
  id: string
  className: string
  copy: MenuEntries[number]
  onReport: () => void
}

function MemberMenu({ id, className, copy, onReport }: MemberMenuProps) {
  const isReported = useIsReported('comment', id)
  const report = isReported
    ? ({ label: 'You reported this', icon: 'icon-flag', to: '/reports' } as const)
    : ({ label: 'Report', icon: 'icon-flag', onSelect: onReport } as const)
  return <CommentMenuButton className={className} entries={[copy, report]} />
}

type MenuEntries = Parameters<typeof Menu>[0]['entries']

function CommentMenuButton(props: { className: string; entries: MenuEntries }) {
  return (
    <Menu label="More actions" {...props}>
      <Icon icon="icon-ellipsis" />
    </Menu>
  )
}
