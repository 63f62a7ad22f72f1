import { useState } from 'react'
import { isolateText } from '../../platform/bidi-isolation.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { useRelation } from './use-relation.ts'

interface Props {
  person: Author
  /** Additional menu entries, shown first. */
  entries?: readonly MenuEntry[]
  className?: string
}

/** A menu to mute or block another member. */
export function PersonMenu({ person, entries = [], className = '' }: Props) {
  const { isMuted, isBlocked, set } = useRelation(person)
  const [isAsking, setAsking] = useState(false)
  const name = displayName(person)
  return (
    <div className={`relative ${className}`}>
      <Menu
        label={`More about ${name}`}
        className={ICON_BUTTON}
        entries={[
          ...entries,
          {
            label: isMuted ? 'Unmute' : 'Mute',
            icon: isMuted ? 'icon-volume-2' : 'icon-volume-x',
            onSelect: () => void set('mutes', !isMuted),
          },
          {
            label: isBlocked ? 'Unblock' : 'Block',
            icon: 'icon-ban',
            danger: !isBlocked,
            onSelect: () => (isBlocked ? void set('blocks', false) : setAsking(true)),
          },
        ]}
      >
        <Icon icon="icon-ellipsis" className="size-5" />
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Block ${isolateText(name)}?`}
        description="You won’t get notifications about them. They can’t message you, follow you or reply to your notes, and any follows between you are removed. They won’t be notified, and can still comment in public discussions."
        confirmLabel="Block"
        danger
        onConfirm={() => set('blocks', true)}
      />
    </div>
  )
}
