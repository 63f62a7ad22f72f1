import { ReportMenu } from '../../moderation/reports/report-menu.tsx'
import { commentHref } from '../../shared/branding/item-address.ts'
import { copyText } from '../../ui/feedback/copy-text.ts'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'

/** The less frequent actions of a comment: copy its link and, for members other than its author, report it. */
export function CommentMenu({ comment, className }: { comment: Comment; className: string }) {
  const { postTitle } = useDiscussion()
  const copyLink = () =>
    copyText(
      location.origin + commentHref({ id: comment.post_id, title: postTitle }, comment.id),
      'Link copied to clipboard',
      'Copy the address of the comment’s time instead.',
    )
  return (
    <ReportMenu
      kind="comment"
      id={comment.id}
      author={comment.author}
      className={className}
      entries={[{ label: 'Copy link', icon: 'icon-link', onSelect: () => void copyLink() }]}
    />
  )
}
