import { createFileRoute } from '@tanstack/react-router'
import { ManageRulesPage } from '../moderation/rules/manage-rules-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/rules')({
  staticData: { needsApplication: true },
  head: unlistedHead('Manage Rules'),
  component: ManageRulesPage,
})
