import { createFileRoute, notFound } from '@tanstack/react-router'
import { MemberViewPage } from '../features/member-view/member-view-page.tsx'

export const Route = createFileRoute('/moderation_/members/$username')({
  staticData: { needsApplication: true },
  beforeLoad: ({ params }) => {
    // Whatever a name was, it had no other characters.
    if (!/^[\w-]{1,30}$/.test(params.username)) throw notFound()
  },
  head: ({ match }) => ({
    meta: [{ title: `Member | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: MemberView,
})

function MemberView() {
  const { username } = Route.useParams()
  return <MemberViewPage username={username} />
}
