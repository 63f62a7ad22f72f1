import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../core/client.ts'
import { Field } from '../../ui/form/field.tsx'
import { useDebounced } from '../../ui/form/use-debounced.ts'

interface Props {
  label: string
  /** The post that can't be chosen. */
  without: string
  /** Error shown if its URL is entered. */
  ownError: string
  error: string | undefined
  /** Called with undefined while no post is chosen. */
  onChoose: (id: string | undefined) => void
}

/** Chooses another post by its URL or by a search for its title. */
export function PostPicker({ label, without, ownError, error, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const pasted = idIn(typed)
  const choose = (id: string | undefined) => {
    setChosen(id)
    onChoose(id === without ? undefined : id)
  }
  return (
    <>
      <Field
        label={label}
        required
        type="search"
        value={typed}
        autoComplete="off"
        hint="Part of its title, or its URL."
        error={pasted === without ? ownError : error}
        onChange={({ target }) => {
          setTyped(target.value)
          choose(idIn(target.value))
        }}
      />
      {!pasted && <FoundPosts search={typed} without={without} chosen={chosen} onChoose={choose} />}
    </>
  )
}

interface FoundPostsProps {
  search: string
  without: string
  chosen: string | undefined
  onChoose: (id: string) => void
}

function FoundPosts({ search, without, chosen, onChoose }: FoundPostsProps) {
  const settled = useDebounced(search.trim(), 200)
  const { data, isError } = useQuery({
    ...api.suggestions.list.queryOptions({ input: { search: settled } }),
    enabled: settled !== '',
  })
  if (settled === '') return null
  const posts = data?.posts.filter(({ id }) => id !== without)
  return (
    <fieldset>
      <legend className="sr-only">Posts found</legend>
      {isError && <p className="text-muted">Search failed. Paste the post’s URL instead.</p>}
      {posts?.length === 0 && <p className="text-muted">No posts found.</p>}
      {posts?.map(({ id, title }) => (
        <label key={id} className="flex min-h-11 items-center gap-3 wrap-anywhere">
          <input
            type="radio"
            name="original"
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="size-4"
          />
          <bdi>{title}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the id of a post in a pasted URL. */
function idIn(text: string): string | undefined {
  return /\/post\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/i.exec(text)?.[1]?.toLowerCase()
}
