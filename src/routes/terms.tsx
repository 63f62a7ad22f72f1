import { createFileRoute } from '@tanstack/react-router'
import { loadText } from '../pages/site-settings/queries.ts'
import { TextPage } from '../pages/site-settings/text-page.tsx'

export const Route = createFileRoute('/terms')({
  loader: ({ context }) => loadText(context, 'terms'),
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `Not found | ${match.context.site.name}` }] },
  component: () => <TextPage name="terms" title="Terms" />,
})
