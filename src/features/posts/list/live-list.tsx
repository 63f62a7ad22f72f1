import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useSession } from '../../accounts/session/session.tsx'
import { useLiveEvents } from '../../live/use-live-events.ts'
import { firstPage, type ListOptions, postListQuery } from './list-queries.ts'
import { takesNewPosts } from './takes-new-posts.ts'
import { useLiveUnread } from './use-live-unread.ts'

interface Props {
  options: ListOptions
  known: ReadonlySet<string>
}

/** For members: what is new on the cards follows, and so does what is new in the list. */
export function LiveList({ options, known }: Props) {
  useLiveUnread(known)
  return takesNewPosts(options) && <NewPosts options={options} known={known} />
}

/** "3 new posts": they come when somebody asks for them, so that nothing moves under the eyes; it leads to the first. */
function NewPosts({ options, known }: Props) {
  const queryClient = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const { ids, clear } = useNewPosts(options, known)
  const wanted = useRef<string>(undefined)
  // With the posts come the eyes and the keyboard: the button that was pressed is gone.
  useEffect(() => {
    const title = wanted.current && document.querySelector<HTMLElement>(titleOf(wanted.current))
    if (!title) return
    wanted.current = undefined
    scrollTo({ top: 0 })
    title.focus({ preventScroll: true })
    title.closest('li')?.scrollIntoView({ block: 'nearest' })
  })
  const show = async () => {
    setLoading(true)
    const { queryKey } = postListQuery(options)
    queryClient.setQueryData(
      queryKey,
      (list) => list && { pages: list.pages.slice(0, 1), pageParams: [undefined] },
    )
    wanted.current = ids.at(-1)
    await queryClient.refetchQueries({ queryKey, exact: true })
    setLoading(false)
    clear()
  }
  return (
    <div role="status" className="sticky top-28 z-10 flex h-0 items-end justify-center">
      {ids.length > 0 && (
        <Button
          icon="icon-arrow-up"
          pending={isLoading}
          onClick={show}
          className="mb-1 flex-none rounded-full! text-sm shadow-raised"
        >
          {ids.length === 1 ? '1 new post' : `${ids.length} new posts`}
        </Button>
      )}
    </div>
  )
}

/** Ids of posts that others have published since the list was loaded, and that belong to it, oldest first. */
function useNewPosts(options: ListOptions, known: ReadonlySet<string>) {
  const { viewer } = useSession()
  const [ids, setIds] = useState<readonly string[]>([])
  const add = (more: string[]) => setIds((all) => [...all.filter((id) => !more.includes(id)), ...more])
  const { categories } = options
  useLiveEvents((event) => {
    if (event.type === 'missed')
      void firstPage(options).then(
        ({ items }) =>
          add(
            items
              .filter(({ id }) => id > newest(known))
              .map(({ id }) => id)
              .reverse(),
          ),
        () => {}, // Then the next event tells of what is new.
      )
    if (event.type !== 'posts') return
    if (event.act === 'deleted') return setIds((all) => all.filter((id) => id !== event.id))
    const isOfList = !categories || event.category_ids.some((id) => categories.includes(id))
    if (isOfList && event.author_id !== viewer?.id) add([event.id])
  })
  return { ids: ids.filter((id) => !known.has(id)), clear: () => setIds([]) }
}

/** Ids sort by time (UUIDv7). */
function newest(known: ReadonlySet<string>): string {
  return [...known].reduce((one, other) => (one > other ? one : other), '')
}

function titleOf(id: string): string {
  return `.card-title[href="/post/${CSS.escape(id)}"]`
}
