import { useQueryClient } from '@tanstack/react-query'
import { errorCode, errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { isolated } from '../../platform/isolated.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import '../accounts/security/ask-for-proof.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { displayName } from '../authors/display-name.ts'
import type { User } from './contract.ts'

interface Props {
  user: User
  open: boolean
  onClose: () => void
}

export function labelOfChange(user: User): string {
  return isModerator(user) ? 'Remove Moderator' : 'Make Moderator'
}

export function ModeratorDialog({ user, open, onClose }: Props) {
  const change = useChange(user)
  const name = displayName(user)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={
        isModerator(user)
          ? `Remove the moderator role of ${isolated(name)}?`
          : `Make ${isolated(name)} a moderator?`
      }
      description={
        isModerator(user)
          ? `@${user.username} loses the role and its badge at once.`
          : `@${user.username} gets the role and its badge at once. You can take it back.`
      }
      confirmLabel={labelOfChange(user)}
      danger={isModerator(user)}
      onConfirm={change}
    />
  )
}

function isModerator({ roles }: User): boolean {
  return roles.includes('moderator')
}

function useChange(user: User) {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  return async () => {
    const wasModerator = isModerator(user)
    try {
      const { assignModerator, removeModerator } = client.users
      await (wasModerator ? removeModerator : assignModerator)({ id: user.id })
      toast({ kind: 'success', title: wasModerator ? 'Moderator role removed' : 'Moderator role assigned' })
    } catch (error) {
      toast({ kind: 'error', title: errorMessage(error) ?? 'Failed to update role' })
      if (errorCode(error) === 'FORBIDDEN') await refresh()
    }
    // Profiles show roles too.
    void queryClient.invalidateQueries({ queryKey: [['profiles']] })
    await queryClient.invalidateQueries({ queryKey: api.users.key() })
  }
}
