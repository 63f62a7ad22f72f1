import { grouped } from '../../ui/numbers.ts'

/** "1,204 posts" */
export function PostCount({ value }: { value: number }) {
  return <span className="post-count">{`${grouped(value)} ${value === 1 ? 'post' : 'posts'}`}</span>
}
