import { createFileRoute } from '@tanstack/react-router'
import { loadText } from '../pages/site-settings/queries.ts'
import { TextPage } from '../pages/site-settings/text-page.tsx'

export const Route = createFileRoute('/privacy')({
  loader: ({ context }) => loadText(context, 'privacy'),
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `Not found | ${match.context.site.name}` }] },
  component: () => <TextPage name="privacy" title="Privacy" />,
})
