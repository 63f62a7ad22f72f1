import type { QueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../core/api-error.ts'
import { client } from '../../core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type DeferredAction, type RepeatableOperation, takeDeferredAction } from './deferred-action.ts'

/** Runs the action for which the member had to sign in, and shows the result. */
export async function runDeferredAction(queryClient: QueryClient, memberId: string): Promise<void> {
  const act = takeDeferredAction(memberId)
  if (!act) return
  try {
    await perform(act)
    toast({ kind: 'success', title: doneWords(act) })
  } catch (error) {
    toast({ kind: 'error', ...failureWords(act, errorMessage(error)) })
  }
  // Cancels pending requests, which would return the state before the action.
  await queryClient.cancelQueries({
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && path[0] === 'viewerState',
  })
  await queryClient.invalidateQueries()
}

function perform({ operation, input }: DeferredAction): Promise<unknown> {
  const [group = '', name = ''] = operation.split('.')
  const operations = client as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
  return operations[group]?.[name]?.(input) ?? Promise.reject(new Error(`There is no ${operation}.`))
}

function doneWords({ operation, input }: DeferredAction): string {
  if (operation !== 'votes.post' && operation !== 'votes.comment') return DONE[operation]
  if (input.vote_type === 0) return 'Vote taken back'
  return input.vote_type === 1 ? 'Voted up' : 'Voted down'
}

const DONE: Record<Exclude<RepeatableOperation, `votes.${string}`>, string> = {
  'bookmarks.add': 'Post bookmarked',
  'bookmarks.remove': 'Bookmark removed',
  'follows.add': 'Following user',
  'follows.remove': 'Unfollowed user',
  'postFollows.add': 'Following discussion',
  'postFollows.remove': 'Unfollowed discussion',
  'conceptFollows.add': 'Following concept',
  'conceptFollows.remove': 'Unfollowed concept',
  'notes.like': 'Note liked',
  'notes.unlike': 'Like taken back',
}

/** Returns the same texts as the buttons for these actions show on failure. */
function failureWords({ operation }: DeferredAction, said = 'Please try again later') {
  if (operation.startsWith('votes')) return { title: 'Error voting', description: said }
  if (/^\w*follows\./i.test(operation)) return { title: 'Could not update follow status', description: said }
  if (operation.startsWith('bookmarks')) return { title: 'Error', description: 'Failed to update bookmark' }
  return { title: 'Error', description: said }
}
