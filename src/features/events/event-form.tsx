import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { absoluteTime } from '../../ui/format/relative-time.ts'
import type { ItemField } from '../manage/item-field.tsx'
import { ItemForm } from '../manage/item-form.tsx'
import type { ForumEvent } from './contract.ts'
import { eventInput } from './inputs.ts'
import { EVENT_DESCRIPTION_MAX, EVENT_TITLE_MAX, PLACE_MAX } from './policy.ts'
import { inUtc, toLocalInput } from './times.ts'

interface Props {
  viewer: Viewer
  item: ForumEvent | undefined
  onClose: () => void
}

export function EventForm({ viewer, item, onClose }: Props) {
  return (
    <ItemForm
      viewer={viewer}
      kind="event"
      collection="events"
      item={item}
      valuesOf={valuesOf}
      readLatest={readLatest}
      schema={eventInput}
      toInput={toInput}
      create={client.events.create}
      update={client.events.update}
      fields={FIELDS}
      href="/events"
      onClose={onClose}
    />
  )
}

/** It may have been put off, or be over by now: so many pages of either are looked through. */
const PAGES_READ = 5

async function readLatest(id: string): Promise<ForumEvent | undefined> {
  for (const when of ['upcoming', 'past'] as const) {
    let cursor: string | undefined
    for (let page = 0; page < PAGES_READ; page++) {
      const { items, next } = await client.events.list({ when, ...(cursor && { cursor }) })
      const found = items.find((event) => event.id === id)
      if (found) return found
      if (!next) break
      cursor = next
    }
  }
  return undefined
}

function valuesOf(event: ForumEvent | undefined) {
  return {
    title: event?.title ?? '',
    starts_at: toLocalInput(event?.starts_at ?? null),
    ends_at: toLocalInput(event?.ends_at ?? null),
    place: event?.place ?? '',
    link: event?.link ?? '',
    description: event?.description ?? '',
  }
}

type Values = ReturnType<typeof valuesOf>

function toInput({ starts_at, ends_at, ...values }: Values) {
  return {
    ...values,
    starts_at: inUtc(starts_at),
    ends_at: ends_at ? inUtc(ends_at) : null,
  }
}

/** Whose clock it is, and what readers will see. */
function clockHint(typed: string): string {
  const zone = `On your clock (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`
  const iso = inUtc(typed)
  return iso === typed ? zone : `${zone} Readers see ${absoluteTime(iso)}.`
}

const FIELDS: readonly ItemField<keyof Values>[] = [
  { type: 'line', name: 'title', label: 'Title', limit: EVENT_TITLE_MAX, required: true },
  { type: 'time', name: 'starts_at', label: 'Starts', hint: clockHint, required: true },
  {
    type: 'time',
    name: 'ends_at',
    label: 'Ends',
    hint: (typed) => (typed ? clockHint(typed) : 'Optional.'),
  },
  { type: 'line', name: 'place', label: 'Place', limit: PLACE_MAX, hint: 'A place, a link, or both.' },
  { type: 'link', name: 'link', label: 'Link' },
  { type: 'text', name: 'description', label: 'Description', limit: EVENT_DESCRIPTION_MAX },
]
