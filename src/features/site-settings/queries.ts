import { queryOptions } from '@tanstack/react-query'
import { errorCode } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import type { SiteText } from '../../platform/site.ts'

/** A text of the forum about itself; null where nobody has written it. */
export function siteTextQuery(name: SiteText) {
  return queryOptions({
    queryKey: api.site.text.key({ input: { name } }),
    queryFn: () =>
      client.site.text({ name }).catch((error: unknown) => {
        if (errorCode(error) === 'NOT_FOUND') return null
        throw error
      }),
  })
}

/** For admins. */
export const settingsQuery = () => api.site.settings.queryOptions({ staleTime: 0 })
