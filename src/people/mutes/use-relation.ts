import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { cursorPages } from '../../core/query-options.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Relation } from './policy.ts'

/** Relation to a person. The toast's undo button also works from another page. */
export function useRelation(person: Author) {
  const { data } = useQuery(hiddenMembersQuery())
  const refresh = useRefresh()
  const known = data?.items.find(({ id }) => id === person.id)

  const set = async (relation: Relation, wanted: boolean, isUndo = false) => {
    try {
      await client[relation][wanted ? 'add' : 'remove']({ username: person.username })
      toast({
        kind: 'success',
        title: `${isolateText(displayName(person))} is ${wanted ? '' : 'no longer '}${DONE[relation]}`,
        description: wanted ? 'They won’t be notified.' : undefined,
        ...(!isUndo && { action: { label: 'Undo', onPress: () => void set(relation, !wanted, true) } }),
      })
      await refresh()
    } catch (error) {
      showFailureToast('This could not be saved', error, 'Please try again later')
    }
  }

  return { isMuted: known?.muted ?? false, isBlocked: known?.blocked ?? false, set }
}

const DONE: Record<Relation, string> = { mutes: 'muted', blocks: 'blocked' }

/** Invalidates all data that mutes, blocks and follows affect. */
function useRefresh() {
  const queryClient = useQueryClient()
  const keys = [
    api.mutes.key(),
    api.blocks.key(),
    api.notifications.key(),
    api.conversations.key(),
    api.follows.key(),
    api.profiles.read.key(),
    [['viewerState', 'profile']],
  ]
  return () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Invalidated by the viewer's own actions, in any tab. */
export function hiddenMembersQuery() {
  return api.mutes.hidden.queryOptions({ staleTime: 300_000 })
}

/** Newest first. */
export function relationsQuery(relation: Relation) {
  return api[relation].list.infiniteOptions(cursorPages({}))
}
