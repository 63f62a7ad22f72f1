import { type ReactElement, useState } from 'react'
import { useIsHidden } from './hidden.ts'
import type { Hidden } from './muted-notice.tsx'
import { MutedNotice } from './muted-notice.tsx'

interface Props extends Hidden {
  author: { username: string } | null
  children: ReactElement
}

/** What somebody wrote whom the viewer mutes or blocks, in one line until they ask for it. A link to its `id` leads to the line. */
export function HideMuted({ author, children, ...hidden }: Props) {
  const isHidden = useIsHidden(author?.username)
  const [isShown, setShown] = useState(false)
  if (!isHidden || isShown) return children
  return <MutedNotice {...hidden} onShow={() => setShown(true)} />
}
