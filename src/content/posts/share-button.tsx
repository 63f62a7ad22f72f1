import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { api, client } from '../../core/client.ts'
import { postHref } from '../../shared/branding/item-address.ts'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icon.tsx'

export function ShareButton({ id, title }: { id: string; title: string }) {
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  const onClick = async () => {
    const outcome = await share({ title, url: location.origin + postHref({ id, title }) }, navigator)
    if (outcome === 'copied') toast({ kind: 'success', title: 'Link copied to clipboard' })
    if (outcome === 'failed') toastError('Could not copy link')
    if (!viewer || outcome === 'failed' || outcome === 'dismissed') return
    const metadata = { via: outcome === 'shared' ? ('dialog' as const) : ('clipboard' as const) }
    const shared = { action: 'post_shared', target_type: 'post', target_id: id, metadata } as const
    await client.activity.create(shared).catch(() => undefined)
    void queryClient.invalidateQueries({ queryKey: api.activity.key() })
  }
  return (
    <button type="button" onClick={onClick} title="Share" className="action">
      <Icon icon="icon-share-2" />
      Share
    </button>
  )
}

interface SharedLink {
  title: string
  url: string
}

type Device = {
  share?: (data: SharedLink & { text: string }) => Promise<void>
  clipboard?: { writeText: (text: string) => Promise<void> } | undefined
}

/** Opens the device's share dialog. Copies the link instead if there is no dialog or it fails. */
export async function share(
  { title, url }: SharedLink,
  device: Device,
): Promise<'shared' | 'copied' | 'dismissed' | 'failed'> {
  try {
    if (device.share) {
      await device.share({ title, text: `Check out this discussion: ${title}`, url })
      return 'shared'
    }
  } catch (error) {
    if ((error as Error).name === 'AbortError') return 'dismissed'
  }
  try {
    if (!device.clipboard) return 'failed'
    await device.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'failed'
  }
}
