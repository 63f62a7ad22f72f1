import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../accounts/manage-forms/overview-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'
import { SetupList } from '../staff/setup/setup-list.tsx'

export const Route = createFileRoute('/manage')({
  staticData: { needsApplication: true },
  head: unlistedHead('Manage'),
  component: () => (
    <OverviewPage>
      <SetupList />
    </OverviewPage>
  ),
})
