import { RoleBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Person } from '../authors/person.tsx'
import type { User } from './contract.ts'
import { labelOfChange } from './moderator-dialog.tsx'

interface Props {
  user: User
  /** Asks to make this user a moderator, or not one any more. */
  onChange: () => void
}

export function UserRow({ user, onChange }: Props) {
  const roles = user.roles.length > 0 ? user.roles : ['user']
  const badges = user.is_verified ? roles : [...roles, 'not verified']
  return (
    <li data-list-item className="flex items-center justify-between gap-3 border-b border-line py-4">
      <Person
        person={user}
        hasProfile={user.is_verified}
        badges={badges.map((badge) => <RoleBadge key={badge} role={badge} />)}
      />
      {user.can.change_moderator && (
        <Button
          kind="quiet"
          className="flex-none text-sm max-md:px-3"
          aria-label={`${labelOfChange(user)}: ${user.username}`}
          onClick={onChange}
        >
          {labelOfChange(user)}
        </Button>
      )}
    </li>
  )
}
