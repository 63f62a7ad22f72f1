import { createFileRoute } from '@tanstack/react-router'
import { DomainsPage } from '../moderation/blocked-domains/blocked-domains-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/domains')({
  staticData: { needsApplication: true },
  head: unlistedHead('Blocked Domains'),
  component: DomainsPage,
})
