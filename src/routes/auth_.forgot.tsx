import { createFileRoute } from '@tanstack/react-router'
import { ForgotPage } from '../accounts/verification/mail-pages.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/auth_/forgot')({
  staticData: { needsApplication: true },
  head: unlistedHead('Forgot password'),
  component: ForgotPage,
})
