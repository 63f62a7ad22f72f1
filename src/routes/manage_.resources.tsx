import { createFileRoute } from '@tanstack/react-router'
import { ManageResourcesPage } from '../pages/resources/manage-resources-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/resources')({
  staticData: { needsApplication: true },
  head: unlistedHead('Manage Resources'),
  component: ManageResourcesPage,
})
