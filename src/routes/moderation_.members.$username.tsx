import { createFileRoute, notFound } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { MemberViewPage } from '../staff/member-view/member-view.tsx'

export const Route = createFileRoute('/moderation_/members/$username')({
  staticData: { needsApplication: true },
  beforeLoad: ({ params }) => {
    // Current and former usernames contain no other characters.
    if (!/^[\w-]{1,30}$/.test(params.username)) throw notFound()
  },
  head: unlistedHead('Member'),
  component: () => {
    const { username } = Route.useParams()
    return <MemberViewPage username={username} />
  },
})
