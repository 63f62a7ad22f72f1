import type { QueryClient } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { SUBJECTS, type Subject } from './policy.ts'

interface Following {
  subject: Subject
  state: { change: (change: { following: boolean }) => void }
  queryClient: QueryClient
}

/** Shown at once, taken back when it cannot be saved. Its toast names it and undoes it, also from another page. */
export async function setSubjectFollow(follow: Following, wish: boolean, isUndo = false): Promise<void> {
  const { subject, state, queryClient } = follow
  state.change({ following: wish })
  try {
    const operations = subject.type === 'post' ? client.postFollows : client.conceptFollows
    await operations[wish ? 'add' : 'remove']({ id: subject.id })
    toast({
      kind: 'success',
      title: `${wish ? 'Following' : 'Unfollowed'} ${SUBJECTS[subject.type]}`,
      description: subject.name,
      ...(!isUndo && {
        action: { label: 'Undo', onPress: () => void setSubjectFollow(follow, !wish, true) },
      }),
    })
    // A list of them that is on screen stays as it is: what was let go of can be taken up again there.
    void queryClient.invalidateQueries({ queryKey: api.following.key(), refetchType: 'inactive' })
  } catch {
    state.change({ following: !wish })
    toast({ kind: 'error', title: 'Could not update follow status' })
  }
}
