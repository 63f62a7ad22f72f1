import type { QueryClient } from '@tanstack/react-query'
import { errorCode, errorMessage } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { expectPublication, showPendingToast } from '../../moderation/approval/pending-toasts.ts'
import { deleteWithUndo } from '../../shared/deletions/deletions.ts'
import { sendErrorText } from '../../shared/drafts/send-error.ts'
import type { SubmissionFacts } from '../../shared/drafts/submission-facts.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { prepareFocusAfterRemoval } from '../../ui/list/focus-after-removal.ts'
import { type CommentPages, withComment, withoutDeletedComment } from './comment-cache.ts'
import type { CommentsView } from './comments-view.ts'
import type { Comment } from './contract.ts'
import { commentsQuery } from './queries.ts'

export interface CommentTarget {
  queryClient: QueryClient
  postId: string
  view: CommentsView
}

interface NewComment extends Pick<Comment, 'id' | 'content' | 'parent_id'> {
  answered_id: string | null
}

/** Posts a comment and shows a toast. Rejects on failure. A retry with the same id creates no duplicate. */
export async function createComment(place: CommentTarget, comment: NewComment, facts: SubmissionFacts) {
  const failure = comment.parent_id ? 'Error posting reply' : 'Error posting comment'
  const created = await send(place.postId, comment, facts).catch(showErrorAndRethrow(failure))
  if (created.pending) {
    expectPublication(comment.id)
    return showPendingToast(place.queryClient, 'comment')
  }
  show(place, (pages) => withComment(pages, created, place.view.sort))
  toast({ kind: 'success', title: comment.parent_id ? 'Reply posted' : 'Comment posted' })
}

/** Saves an edited comment. Shows a toast and rejects on failure. */
export async function saveCommentEdit(place: CommentTarget, id: string, content: string): Promise<void> {
  const edited = await client.comments
    .update({ id, content })
    .catch(showErrorAndRethrow('Error saving comment'))
  show(place, (pages) => withComment(pages, edited))
}

/** Hides the comment at once, and deletes it when the time for "Undo" is over (see `deleteWithUndo`). */
export function deleteCommentWithUndo({ queryClient }: CommentTarget, comment: Comment): void {
  const { id } = comment
  const goOn = prepareFocusAfterRemoval('comment-', id, '#comments')
  deleteWithUndo({
    id,
    queryClient,
    instead: withoutDeletedComment(comment),
    send: async () => void (await client.comments.remove({ id })),
    onSent: () => void queryClient.invalidateQueries({ queryKey: api.posts.key() }),
    title: 'Comment deleted',
    failure: (error) => ({
      title: 'Error deleting comment',
      description: errorMessage(error) ?? 'Please try again later',
    }),
    onUndo: () => prepareFocusAfterRemoval('comment-', id, '#comments')(),
  })
  goOn()
}

/** Creates the comment. On CONFLICT, updates it, because an earlier attempt stored an older text. */
async function send(
  postId: string,
  { id, content, parent_id, answered_id }: NewComment,
  facts: SubmissionFacts,
): Promise<Awaited<ReturnType<typeof client.comments.create>>> {
  const written = { id: postId, comment_id: id, content, parent_id, answered_id, ...facts }
  return client.comments.create(written).catch((refusal) => {
    if (errorCode(refusal) !== 'CONFLICT') throw refusal
    return client.comments.update({ id, content }).catch((error) => {
      throw errorCode(error) === 'NOT_FOUND' ? refusal : error
    })
  })
}

function show({ queryClient, postId, view }: CommentTarget, change: (pages: CommentPages) => CommentPages) {
  queryClient.setQueryData(commentsQuery(postId, view).queryKey, (pages) => pages && change(pages))
  void queryClient.invalidateQueries({ queryKey: api.posts.key() })
}

export function showErrorAndRethrow(title: string) {
  return (error: unknown): never => {
    toastError(title, sendErrorText(error) ?? 'Please try again later')
    throw error
  }
}
