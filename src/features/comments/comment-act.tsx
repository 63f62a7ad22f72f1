import type { ComponentProps } from 'react'

/** The look of a quiet button below a comment. */
export const COMMENT_ACT =
  'min-h-9 max-md:min-h-11 rounded-md px-2 font-medium hover:bg-raised hover:text-text'

export function CommentAct(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={COMMENT_ACT} />
}
