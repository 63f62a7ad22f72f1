import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Viewer } from '../../api/core/viewer.ts'
import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { formsWithDraft } from '../drafts/names.ts'
import { HiddenPeople } from '../mutes/hidden-people.tsx'
import { Bell } from '../notifications/bell.tsx'
import { CREATE_POST } from '../site/destinations.ts'
import { AccountMenu } from './account-menu.tsx'
import { SignOutDrafts } from './sign-out-drafts.tsx'

interface Props {
  viewer: Viewer
  onSignOut: () => Promise<boolean>
}

/** What the header has for members alone, in a file that guests do not load. */
export function MemberControls({ viewer, onSignOut }: Props) {
  const [draftCount, setDraftCount] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const askOrSignOut = () => {
    const count = formsWithDraft(viewer.id).length
    if (count === 0) return void onSignOut()
    setDraftCount(count)
    setAsking(true)
  }
  return (
    <>
      <Bell />
      <Link to={CREATE_POST} aria-label="Create Post" title="Create Post" className={ICON_BUTTON}>
        <Icon icon="icon-plus" className="size-5" />
      </Link>
      <AccountMenu viewer={viewer} onSignOut={askOrSignOut} />
      <SignOutDrafts
        open={isAsking}
        memberId={viewer.id}
        count={draftCount}
        onClose={() => setAsking(false)}
        onSignOut={onSignOut}
      />
      <HiddenPeople key={viewer.id} />
    </>
  )
}
