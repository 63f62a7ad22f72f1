import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api, client } from '../../core/client.ts'
import type { StoredSiteSettings } from './contract.ts'
import { settingsQuery } from './queries.ts'

/** Shows saved settings, such as a new name, at once. Texts are loaded again when they are needed. */
export function useShowSettings() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (saved: StoredSiteSettings) => {
    queryClient.setQueryData(settingsQuery().queryKey, saved)
    queryClient.removeQueries({ queryKey: api.site.text.key() })
    for (const group of [api.changes, api.invites])
      void queryClient.invalidateQueries({ queryKey: group.key() })
    // Ignores an error here, because the settings are already saved.
    const site = await client.site.read().catch(() => undefined)
    if (!site) return
    router.update({ ...router.options, context: { ...router.options.context, site } })
    await router.invalidate()
  }
}
