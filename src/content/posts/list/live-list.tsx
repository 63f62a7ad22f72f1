import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLiveEvents } from '../../../accounts/live/use-live-events.ts'
import { useSession } from '../../../accounts/session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { firstPage, type ListOptions, postListQuery, takesNewPosts } from './list-queries.ts'

interface Props {
  options: ListOptions
  known: ReadonlySet<string>
}

/** For members, updates the unread counts of the cards and shows a button when there are new posts. */
export function LiveList({ options, known }: Props) {
  useLiveUnread(known)
  return takesNewPosts(options) && <NewPosts options={options} known={known} />
}

/** Button such as "3 new posts", which loads them and focuses the first. The list doesn't move by itself. */
function NewPosts({ options, known }: Props) {
  const queryClient = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const { ids, clear } = useNewPosts(options, known)
  const wanted = useRef<string>(undefined)
  // The pressed button disappears, so move the focus to the first new post.
  useEffect(() => {
    const title = document.querySelector<HTMLElement>(`.card-title[href^="/post/${wanted.current}"]`)
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

/** Ids of other members' posts that belong to the list and were published since it loaded, oldest first. */
function useNewPosts(options: ListOptions, known: ReadonlySet<string>) {
  const { viewer } = useSession()
  const [ids, setIds] = useState<readonly string[]>([])
  const add = (more: string[]) => setIds((all) => [...all.filter((id) => !more.includes(id)), ...more])
  const { concepts } = options
  useLiveEvents((event) => {
    if (event.type === 'missed')
      void firstPage(options).then(
        ({ items }) => {
          // Newer posts have greater ids, because UUIDv7 begins with the time.
          const newest = [...known].sort().at(-1) ?? ''
          const newer = items.flatMap(({ id }) => (id > newest ? [id] : []))
          add(newer.reverse())
        },
        () => {}, // retried at the next “missed” event, after the next gap in live events
      )
    if (event.type !== 'posts') return
    if (event.act === 'deleted') return setIds((all) => all.filter((id) => id !== event.id))
    const isOfList = !concepts || event.concept_ids.some((id) => concepts.includes(id))
    if (isOfList && event.author_id !== viewer?.id) add([event.id])
  })
  return { ids: ids.filter((id) => !known.has(id)), clear: () => setIds([]) }
}

/** Minimum interval in milliseconds between refetches of unread counts. One request covers all cards. */
const GATHER_MS = 3000

function useLiveUnread(known: ReadonlySet<string>): void {
  const queryClient = useQueryClient()
  const gathered = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = () => {
    timer.current = undefined
    for (const id of gathered.current)
      void queryClient.invalidateQueries({ queryKey: [['viewerState', 'post', id]] })
    gathered.current.clear()
  }
  useLiveEvents((event) => {
    const ids = event.type === 'missed' ? [...known] : event.type === 'comments' ? [event.post_id] : []
    for (const id of ids) if (known.has(id)) gathered.current.add(id)
    if (gathered.current.size > 0) timer.current ??= setTimeout(ask, GATHER_MS)
  })
}
