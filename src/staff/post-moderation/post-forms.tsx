import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TITLE_LIMIT } from '../../content/posts/policy.ts'
import { ConceptPicker } from '../../content/posts/write/concept-picker.tsx'
import { api, client } from '../../core/client.ts'
import { nameProblem } from '../../platform/readable-name.ts'
import { isBlank } from '../../platform/text.ts'
import { Field } from '../../ui/form/field.tsx'
import { useDebounced } from '../../ui/form/use-debounced.ts'
import type { PostModeration } from './contract.ts'
import { ModerationForm, useModeration } from './moderation-form.tsx'

interface Props {
  post: PostModeration
  onClose: () => void
}

export function ClassifyForm({ post, onClose }: Props) {
  const moderate = useModeration()
  const before = post.concepts.map(({ id }) => id)
  const [title, setTitle] = useState(post.title)
  const [concepts, setConcepts] = useState(before)
  const problem = isBlank(title) ? 'A title is required.' : nameProblem(title, 'A title')
  const isSame = title.trim() === post.title && concepts.join() === before.join()
  return (
    <ModerationForm
      submitLabel="Save Changes"
      isIncomplete={isSame || problem !== undefined}
      onClose={onClose}
      onSubmit={(grounds) =>
        moderate('Title and concepts saved', () =>
          client.postModeration.classify({ id: post.id, title, concepts, ...grounds }),
        )
      }
    >
      {(errorOf) => (
        <>
          <Field
            label="Title"
            required
            value={title}
            maxLength={TITLE_LIMIT}
            autoComplete="off"
            error={problem ?? errorOf('title')}
            onChange={({ target }) => setTitle(target.value)}
          />
          <ConceptPicker chosen={concepts} onChange={setConcepts} />
        </>
      )}
    </ModerationForm>
  )
}

export function DuplicateForm({ post, onClose }: Props) {
  const moderate = useModeration()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const pasted = idIn(typed)
  const original = pasted ?? chosen
  return (
    <ModerationForm
      submitLabel="Mark as duplicate"
      isIncomplete={!original || original === post.id}
      onClose={onClose}
      onSubmit={(grounds) =>
        moderate('Marked as a duplicate', () =>
          client.postModeration.markDuplicate({ id: post.id, of: original as string, ...grounds }),
        )
      }
    >
      {(errorOf) => (
        <>
          <Field
            label="Original"
            required
            type="search"
            value={typed}
            autoComplete="off"
            hint="Part of its title, or its URL."
            error={pasted === post.id ? 'A post can’t be a duplicate of itself.' : errorOf('of')}
            onChange={({ target }) => {
              setTyped(target.value)
              setChosen(undefined)
            }}
          />
          {!pasted && <Found search={typed} without={post.id} chosen={chosen} onChoose={setChosen} />}
        </>
      )}
    </ModerationForm>
  )
}

interface OriginalPostsProps {
  search: string
  without: string
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Posts whose titles match the search, to choose the one that this post duplicates. */
function Found({ search, without, chosen, onChoose }: OriginalPostsProps) {
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
