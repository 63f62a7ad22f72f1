import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../core/client.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Prose, ShortText } from '../../ui/prose.tsx'
import { sendErrorText } from '../drafts/send-error.ts'

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
          <Preview {...source} />
        </Dialog>
      )}
    </>
  )
}

function Preview(source: Source) {
  const { data, error } = useQuery({
    ...api.previews.create.queryOptions({ input: source }),
    gcTime: 0,
    retry: false,
  })
  if (error)
    return (
      <p role="alert">{sendErrorText(error) ?? 'The preview couldn’t be loaded. Please try again later.'}</p>
    )
  if (!data) return <Skeleton className="h-24" />
  return source.format ? <Prose html={data.content_html} /> : <ShortText html={data.content_html} text="" />
}
