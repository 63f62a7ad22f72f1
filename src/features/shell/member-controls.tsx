import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Viewer } from '../../api/core/viewer.ts'
import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { hideFailure, lazyPart } from '../../ui/lazy-part.tsx'
import { Bell } from '../notifications/bell.tsx'
import { CREATE_POST } from '../site/destinations.ts'
import { AccountMenu } from './account-menu.tsx'

const HiddenPeople = lazyPart(() => import('../mutes/hidden-people.tsx'), { failure: hideFailure })

interface Props {
  viewer: Viewer
  onSignOut: () => void
}

/** What the header has for members alone, in a file that guests do not load. */
export default function MemberControls({ viewer, onSignOut }: Props) {
  return (
    <>
      <Bell />
      <Link to={CREATE_POST} aria-label="Create Post" title="Create Post" className={ICON_BUTTON}>
        <Icon icon="icon-plus" className="size-5" />
      </Link>
      <AccountMenu viewer={viewer} onSignOut={onSignOut} />
      <Suspense>
        <HiddenPeople key={viewer.id} />
      </Suspense>
    </>
  )
}
