import { createFileRoute } from '@tanstack/react-router'
import { ManagedAccountsPage } from '../pages/managed-accounts/managed-accounts-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/accounts')({
  staticData: { needsApplication: true },
  head: unlistedHead('Accounts'),
  component: ManagedAccountsPage,
})
