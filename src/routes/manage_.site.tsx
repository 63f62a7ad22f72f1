import { createFileRoute } from '@tanstack/react-router'
import { ManageSitePage } from '../pages/site-settings/manage-site-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/site')({
  staticData: { needsApplication: true },
  head: unlistedHead('Manage Site'),
  component: ManageSitePage,
})
