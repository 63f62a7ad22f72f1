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
  const canReport = viewer !== null && viewer.id !== comment.author?.id
  const isReported = useIsReported('comment', comment.id, canReport)
  const copyLink = () =>
    copyText(
      location.origin + commentHref({ id: comment.post_id, title: postTitle }, comment.id),
      'Link copied to clipboard',
      'Copy the address of the comment’s time instead.',
    )
  const report = isReported
    ? ({ label: 'You reported this', icon: 'icon-flag', to: '/reports' } as const)
    : ({ label: 'Report', icon: 'icon-flag', onSelect: () => setReporting(true) } as const)
  return (
    <>
      <Menu
        label="More actions"
        className={className}
        entries={[
          { label: 'Copy link', icon: 'icon-link', onSelect: () => void copyLink() },
          ...(canReport ? [report] : []),
        ]}
      >
        <Icon icon="icon-ellipsis" />
      </Menu>
      {canReport && (
        <ReportDialog kind="comment" id={comment.id} open={isReporting} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
