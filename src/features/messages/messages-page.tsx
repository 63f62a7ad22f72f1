import { useLocation } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useSession } from '../accounts/session/session.tsx'
import type { MessagesSearch } from './messages-search.ts'
import { Messenger } from './messenger.tsx'

/** A member's conversations. Nothing of them is ever in the server's HTML. */
export function MessagesPage(shown: MessagesSearch) {
  const { viewer } = useSession()
  // What was loaded and typed belongs to one member: another starts anew.
  if (viewer) return <Messenger key={viewer.id} viewer={viewer} {...shown} />
  return (
    <>
      <h1 className="text-2xl">Messages</h1>
      <NeedsScript>Messages need JavaScript, since only the two who write them may see them.</NeedsScript>
      <SignInFirst />
      <div className="hidden max-w-80 maybe-member:block">
        <RowListSkeleton count={4} label="Loading your messages" />
      </div>
    </>
  )
}

function SignInFirst() {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <div className="maybe-member:hidden">
      <EmptyState
        icon="icon-mail"
        title="Sign in to access your messages"
        action={
          <ButtonLink to="/auth" search={{ redirect: here }}>
            Sign In
          </ButtonLink>
        }
      >
        Messages are between two members. Nobody else can read them.
      </EmptyState>
    </div>
  )
}
