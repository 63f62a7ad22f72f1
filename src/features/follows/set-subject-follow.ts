import type { QueryClient } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type FollowState, SUBJECTS, type Subject } from './policy.ts'

interface Following {
  subject: Subject
  state: { change: (change: { following: boolean; muted?: boolean }) => void }
  queryClient: QueryClient
}

/** Shown at once, taken back when it cannot be saved. Its toast names it and undoes it, also from another page. */
export async function setSubjectFollow(
  follow: Following,
  wish: FollowState,
  former: FollowState,
  isUndo = false,
): Promise<void> {
  const { subject, state, queryClient } = follow
  const marks = (of: FollowState) => ({
    following: of === 'following',
    ...(subject.type === 'post' && { muted: of === 'muted' }),
  })
  state.change(marks(wish))
  try {
    await save(subject, wish, former)
    toast({
      kind: 'success',
      title: `${wish === 'neither' ? ENDED[former] : BEGUN[wish]} ${SUBJECTS[subject.type]}`,
      description: subject.name,
      ...(!isUndo && {
        action: { label: 'Undo', onPress: () => void setSubjectFollow(follow, former, wish, true) },
      }),
    })
    // A list of them that is on screen stays as it is: what was let go of can be taken up again there.
    void queryClient.invalidateQueries({ queryKey: api.following.key(), refetchType: 'inactive' })
  } catch {
    state.change(marks(former))
    toast({ kind: 'error', title: 'Could not update follow status' })
  }
}

const BEGUN = { following: 'Following', muted: 'Muted' }
const ENDED = { following: 'Unfollowed', muted: 'Unmuted', neither: 'Unfollowed' }

/** Either ends the other. */
async function save({ type, id }: Subject, wish: FollowState, former: FollowState): Promise<void> {
  const isMute = wish === 'muted' || (wish === 'neither' && former === 'muted')
  const name = wish === 'neither' ? 'remove' : 'add'
  if (isMute) await client.postMutes[name]({ id })
  else if (type === 'post') await client.postFollows[name]({ id })
  else await client.conceptFollows[name]({ id })
}
