import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CommentAct } from './comment-act.tsx'

interface Props {
  /** Of the comment above. */
  id: string
  count: number
  children: ReactNode
}

/** The replies to a comment beside a line that folds them away. */
export function Replies({ id, count, children }: Props) {
  const [isFolded, setFolded] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const words = count === 1 ? '1 reply' : `${count} replies`
  const turn = () => {
    // The control that was pressed is gone then; the other one stands for it.
    flushSync(() => setFolded(!isFolded))
    list.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true })
  }
  return (
    <div ref={list} className="relative ml-4 pl-4 md:ml-[1.125rem] md:pl-7">
      {isFolded ? (
        <CommentAct aria-expanded={false} onClick={turn}>
          Show {words}
        </CommentAct>
      ) : (
        <button
          type="button"
          aria-expanded
          aria-controls={`replies-${id}`}
          aria-label={`Hide ${words}`}
          title={`Hide ${words}`}
          onClick={turn}
          className="thread-line"
        />
      )}
      <div id={`replies-${id}`} hidden={isFolded}>
        {children}
      </div>
    </div>
  )
}
