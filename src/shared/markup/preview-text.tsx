import { useQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Prose, ShortText } from '../../ui/prose.tsx'
import { sendErrorText } from '../drafts/send-error.ts'

interface Source {
  content: string
  format?: 'rich' | 'plain'
}

export default function PreviewText(source: Source) {
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
