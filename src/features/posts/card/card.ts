import type { Author } from '../../authors/contract.ts'
import type { PostSummary } from '../contract.ts'

/** What a card shows of a post: less than the API tells. */
export interface CardPost extends Omit<PostSummary, 'author' | 'categories' | 'edited_at'> {
  author: Omit<Author, 'id'> | null
  /** Those without a badge are but names. */
  categories: { id: string; name: string; color: string }[]
}

export interface CardPage {
  items: CardPost[]
  next: string | null
}
