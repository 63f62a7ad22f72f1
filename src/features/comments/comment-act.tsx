import type { ComponentProps } from 'react'

export const COMMENT_ACT =
  'min-h-9 max-md:min-h-11 rounded-md px-2 font-medium hover:bg-raised hover:text-text'

/** A quiet button below a comment. */
export function CommentAct(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={COMMENT_ACT} />
}

/** Its look. */
export const COMMENT_ACT =
  'min-h-9 max-md:min-h-11 rounded-md px-2 font-medium hover:bg-raised hover:text-text'
