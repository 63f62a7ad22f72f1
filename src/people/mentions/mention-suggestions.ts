import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { api } from '../../core/client.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { useDebounced } from '../../ui/form/use-debounced.ts'
import { MENTION_MIN } from '../profiles/policy.ts'

const OFFERED = 5
/** Milliseconds without typing before the search request is sent. */
const PAUSE = 150
/** Maximum depth of nested objects in which to look for authors in API responses. */
const DEPTH = 8

/** Returns members whose name begins with the text, those on this page first. Undefined while loading. */
export function useMentionSuggestions(typed: string): Author[] | undefined {
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const wanted = useDebounced(typed, PAUSE)
  const isLongEnough = wanted.length >= MENTION_MIN
  const { data, isPending } = useQuery({
    queryKey: ['public', 'mentions', wanted],
    queryFn: ({ signal }) => askForPeople(wanted, signal),
    enabled: isLongEnough,
    retry: false,
    networkMode: 'always',
    gcTime: 60_000,
    placeholderData: (before) => before,
  })
  const here = peopleHere(queryClient).filter((person) => matchesName(person, typed))
  const found = isLongEnough ? (data ?? []).filter((person) => matchesName(person, typed)) : []
  const people = new Map([...here, ...found].map((person) => [person.username.toLowerCase(), person]))
  if (viewer) people.delete(viewer.username.toLowerCase())
  if (people.size === 0 && isLongEnough && isPending) return undefined
  return [...people.values()].slice(0, OFFERED)
}

/** Whether the username or a word of the name begins with the text. Ignores case and accents. */
export function matchesName(person: Pick<Author, 'username' | 'full_name'>, typed: string): boolean {
  const beginning = folded(typed)
  const words = [person.username, ...displayName(person).split(/[\s-]+/)]
  return words.some((word) => folded(word).startsWith(beginning))
}

export function findAuthors(answer: unknown, depth = 0): Author[] {
  if (typeof answer !== 'object' || answer === null || depth > DEPTH) return []
  if (isAuthor(answer)) return [answer]
  return Object.values(answer).flatMap((part) => findAuthors(part, depth + 1))
}

function peopleHere(queryClient: QueryClient): Author[] {
  const keys = [api.comments.key(), api.posts.read.key(), api.notes.key()]
  const answers = keys.flatMap((queryKey) =>
    queryClient.getQueryCache().findAll({ queryKey, type: 'active' }),
  )
  return answers.flatMap(({ state }) => findAuthors(state.data))
}

/** Searches members. Bypasses the API client, which would show a toast if the request is rate limited. */
async function askForPeople(search: string, signal: AbortSignal): Promise<Author[]> {
  const response = await fetch(`/api/profiles?${new URLSearchParams({ search, match: 'beginning' })}`, {
    signal,
  })
  if (!response.ok) throw new Error(`no people: ${response.status}`)
  return ((await response.json()) as { items: Author[] }).items
}

function isAuthor(value: object): value is Author {
  return (
    'username' in value && 'full_name' in value && 'avatar_url' in value && typeof value.username === 'string'
  )
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
