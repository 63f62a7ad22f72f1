import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { SecurityPage } from '../settings/security-page.tsx'

export const Route = createFileRoute('/settings_/security')({
  staticData: { needsApplication: true },
  head: unlistedHead('Security settings'),
  component: SecurityPage,
})
