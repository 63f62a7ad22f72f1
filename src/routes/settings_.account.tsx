import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { AccountPage } from '../settings/account-page.tsx'

export const Route = createFileRoute('/settings_/account')({
  staticData: { needsApplication: true },
  head: unlistedHead('Account settings'),
  component: AccountPage,
})
