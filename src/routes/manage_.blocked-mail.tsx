import { createFileRoute } from '@tanstack/react-router'
import { BlockedMailPage } from '../accounts/blocked-mail/blocked-mail-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/blocked-mail')({
  staticData: { needsApplication: true },
  head: unlistedHead('Blocked Email Addresses'),
  component: BlockedMailPage,
})
