import { createFileRoute } from '@tanstack/react-router'
import { ResendPage } from '../accounts/verification/mail-pages.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/auth_/resend')({
  staticData: { needsApplication: true },
  head: unlistedHead('Verify your address'),
  component: ResendPage,
})
