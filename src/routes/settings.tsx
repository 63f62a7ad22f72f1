import { createFileRoute } from '@tanstack/react-router'
import { CONNECT_OUTCOMES, type ConnectOutcome, isOneOf } from '../features/accounts/openid/outcomes.ts'
import { SettingsPage } from '../features/settings/settings-page.tsx'

export const Route = createFileRoute('/settings')({
  staticData: { needsApplication: true },
  /** `openid`: how connecting an account elsewhere ended. */
  validateSearch: ({ openid }: Record<string, unknown>): { openid?: ConnectOutcome | undefined } => ({
    openid: isOneOf(CONNECT_OUTCOMES, openid) ? openid : undefined,
  }),
  head: ({ match }) => ({
    meta: [{ title: `Settings | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: SettingsPage,
})
