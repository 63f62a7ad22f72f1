import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { cursorPages } from '../../core/query-options.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Relation } from './policy.ts'

/** The viewer's mute and block of a person. The toast's undo button also works on other pages. */
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

/** Returns a function that refetches all data affected by mutes and blocks. */
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

/** Query for the viewer's hidden members. The viewer's mutes and blocks invalidate it. */
export function hiddenMembersQuery() {
  return api.mutes.hidden.queryOptions({ staleTime: 300_000 })
}

/** Query for the viewer's muted or blocked members, the latest first. */
export function relationsQuery(relation: Relation) {
  return api[relation].list.infiniteOptions(cursorPages({}))
}
