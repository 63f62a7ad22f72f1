import { createFileRoute } from '@tanstack/react-router'
import { InvitesPage } from '../accounts/invites/invites-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/invites')({
  staticData: { needsApplication: true },
  head: unlistedHead('Manage Invites'),
  component: InvitesPage,
})
