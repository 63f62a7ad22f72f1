import { createFileRoute } from '@tanstack/react-router'
import { ManageConceptsPage } from '../content/concepts/manage-concepts-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/concepts')({
  staticData: { needsApplication: true },
  head: unlistedHead('Manage Concepts'),
  component: ManageConceptsPage,
})
