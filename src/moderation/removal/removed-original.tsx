import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { errorCode } from '../../core/api-error.ts'
import { client } from '../../core/client.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import type { RemovedOriginal } from './contract.ts'
import type { RemovalTarget } from './policy.ts'
import { requestRestore } from './removal-mutations.ts'

interface Props extends RemovalTarget {
  /** Whether the viewer may restore the text: true for staff, false for its author. */
  mayRestore: boolean
  /** URL where the author can appeal. */
  appealHref?: string | false
}

/** Loads and shows the text of removed content. Only its author and staff can read it. */
export default function RemovedOriginalText({ kind, id, mayRestore, appealHref }: Props) {
  const { viewer } = useSession()
  const { data, isError, refetch } = useQuery({
    queryKey: [['removals', mayRestore ? 'read' : 'mine', kind, id], viewer?.id],
    queryFn: () => read({ kind, id }, mayRestore),
    retry: false,
  })
  if (isError)
    return (
      <p role="alert" className="mt-2 text-sm">
        The text could not be loaded.{' '}
        <Button kind="link" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (data === undefined) return null
  if (data === null) return <p className="mt-2 text-sm text-muted">The text was permanently deleted.</p>
  return (
    <details className="my-2 rounded-lg border border-line px-3.5 text-base">
      <summary className="cursor-pointer py-2.5 font-medium">
        {mayRestore ? 'Removed text' : 'Your text'}
      </summary>
      <p className="mb-2 whitespace-pre-wrap wrap-anywhere">{wordsOf(data)}</p>
      <div className="flex flex-wrap gap-3 pb-3">
        <CopyButton kept={data} />
        {mayRestore && <RestoreButton thing={{ kind, id }} />}
        {appealHref && (
          <ButtonAnchor href={appealHref} kind="quiet">
            Appeal
          </ButtonAnchor>
        )}
      </div>
    </details>
  )
}

/** Loads the removed text. Resolves to null if it has been erased. */
async function read(thing: RemovalTarget, asStaff: boolean): Promise<RemovedOriginal | null> {
  try {
    return await (asStaff ? client.removals.read(thing) : client.removals.mine(thing))
  } catch (error) {
    if (errorCode(error) === 'NOT_FOUND') return null
    throw error
  }
}

function CopyButton({ kept }: { kept: RemovedOriginal }) {
  const copy = () => copyText(wordsOf(kept), 'Copied', 'Could not copy. Select the text instead.')
  return (
    <Button kind="quiet" onClick={() => void copy()}>
      Copy
    </Button>
  )
}

function RestoreButton({ thing }: { thing: RemovalTarget }) {
  const queryClient = useQueryClient()
  const [isSending, setSending] = useState(false)
  const press = async () => {
    setSending(true)
    await requestRestore(queryClient, thing)
    setSending(false)
  }
  return (
    <Button kind="quiet" disabled={isSending} onClick={() => void press()}>
      Restore
    </Button>
  )
}

/** Returns plain text with line breaks, because posts contain HTML with paragraphs and lists. */
function wordsOf({ title, content, format }: Pick<RemovedOriginal, 'title' | 'content' | 'format'>): string {
  const isHtml = title !== null || format === 'rich'
  const text = isHtml ? textOf(content) : content
  return title === null ? text : `${title}\n\n${text}`
}

function textOf(html: string): string {
  const broken = html.replace(/<br\s*\/?>|<\/li>/g, '\n').replace(/<\/(?:p|blockquote|ul|ol)>/g, '\n\n')
  const text = new DOMParser().parseFromString(broken, 'text/html').body.textContent ?? ''
  return text.replace(/\n{3,}/g, '\n\n').trim()
}
