import { type ReactElement, Suspense, useState } from 'react'
import { hideFailure, lazyPart } from '../../ui/lazy-part.tsx'
import { useIsHidden } from './hidden.ts'
import type { Hidden } from './muted-notice.tsx'

const MutedNotice = lazyPart(() => import('./muted-notice.tsx'), { failure: hideFailure })

interface Props extends Hidden {
  author: { username: string } | null
  children: ReactElement
}

/** What somebody wrote whom the viewer mutes or blocks, in one line until they ask for it. A link to its `id` leads to the line. */
export function HideMuted({ author, children, ...hidden }: Props) {
  const isHidden = useIsHidden(author?.username)
  const [isShown, setShown] = useState(false)
  if (!isHidden || isShown) return children
  return (
    <Suspense>
      <MutedNotice {...hidden} onShow={() => setShown(true)} />
    </Suspense>
  )
}
