import { createFileRoute } from '@tanstack/react-router'
import { InvitesPage } from '../features/invites/invites-page.tsx'
import { manageHead } from '../features/manage/places.ts'

export const Route = createFileRoute('/manage_/invites')({
  staticData: { needsApplication: true },
  head: ({ match }) => manageHead(match.context.site.name, '/manage/invites'),
  component: InvitesPage,
})
