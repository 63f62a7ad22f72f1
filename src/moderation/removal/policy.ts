export const REMOVABLE = ['post', 'comment', 'note'] as const
export type Removable = (typeof REMOVABLE)[number]

export interface RemovalTarget {
  kind: Removable
  id: string
}

export function isRemovable(kind: string): kind is Removable {
  return (REMOVABLE as readonly string[]).includes(kind)
}

export const ERASURE_BATCH_SIZE = 500
