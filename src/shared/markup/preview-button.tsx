import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

const PreviewText = lazyWithRetry(() => import('./preview-text.tsx'))

interface Source {
  content: string
  /** Format of a post's content. Undefined for a short text. */
  format?: 'rich' | 'plain'
}

/** Shows a text that is being written as it would be published. */
export function PreviewButton({ content, format }: Source) {
  const [source, setSource] = useState<Source>()
  return (
    <>
      <Button
        kind="quiet"
        disabled={content.trim() === ''}
        onClick={() => setSource({ content, ...(format && { format }) })}
      >
        Preview
      </Button>
      {source && (
        <Dialog open isWide onClose={() => setSource(undefined)} title="Preview">
          <Suspense fallback={<Skeleton className="h-24" />}>
            <PreviewText {...source} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
