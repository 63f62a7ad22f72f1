import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.ts'
import { share } from './share.ts'

export function ShareButton({ title, path }: { title: string; path: string }) {
  const onClick = async () => {
    const outcome = await share({ title, url: location.origin + path }, navigator)
    if (outcome === 'copied') toast({ kind: 'success', title: 'Link copied to clipboard' })
    if (outcome === 'failed') toast({ kind: 'error', title: 'Could not copy link' })
  }
  return (
    <button type="button" onClick={onClick} className="action">
      <Icon icon="icon-share-2" />
      Share
    </button>
  )
}
