import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { PrivacyPage } from '../settings/privacy-page.tsx'

export const Route = createFileRoute('/settings_/privacy')({
  staticData: { needsApplication: true },
  head: unlistedHead('Privacy settings'),
  component: PrivacyPage,
})
