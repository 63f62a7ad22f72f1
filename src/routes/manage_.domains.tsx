import { createFileRoute } from '@tanstack/react-router'
import { DomainsPage } from '../features/blocked-domains/domains-page.tsx'
import { manageHead } from '../features/manage/places.ts'

export const Route = createFileRoute('/manage_/domains')({
  staticData: { needsApplication: true },
  head: ({ match }) => manageHead(match.context.site.name, '/manage/domains'),
  component: DomainsPage,
})
