import { useEffect, useRef } from 'react'
import { displayName } from '../../shared/authors/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { badgeTint } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { HighlightedText } from '../posts/card/highlighted.tsx'
import { highlightMatch, type SuggestionGroup, type SuggestionOption } from './options.ts'

interface Props {
  id: string
  groups: SuggestionGroup[]
  typed: string
  active: number
  onFollow: () => void
}

/** Limits the list to the visible area, so that an on-screen keyboard doesn't cover the last entries. */
function fitAboveKeyboard(list: HTMLElement | null) {
  if (!list) return
  const seen = window.visualViewport
  const fill = () => {
    const room = (seen?.height ?? innerHeight) - list.getBoundingClientRect().top - ROOM_BELOW
    list.style.maxHeight = `${Math.max(room, LEAST_HEIGHT)}px`
  }
  fill()
  seen?.addEventListener('resize', fill)
  return () => seen?.removeEventListener('resize', fill)
}

/** Space below the list for its shadow or padding, and minimum height for two entries, both in pixels. */
const ROOM_BELOW = 16
const LEAST_HEIGHT = 96

/** Suggestions as the listbox of a combobox (WAI-ARIA 1.2). The focus stays in the text field. */
export function SuggestionList({ id, groups, typed, active, onFollow }: Props) {
  let count = 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: on Enter, the text field clicks the active option
    <div
      id={id}
      ref={fitAboveKeyboard}
      role="listbox"
      aria-label="Suggestions"
      // Prevents a mouse press from moving the focus away from the text field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey, shiftKey }) => ctrlKey || metaKey || shiftKey || onFollow()}
      className="absolute inset-x-0 top-full z-10 mt-1.5 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 shadow-raised in-[.sheet]:static in-[.sheet]:border-0 in-[.sheet]:px-0 in-[.sheet]:shadow-none"
    >
      {groups.map(({ heading, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups, not fieldsets
        <div
          key={heading ?? ''}
          role="group"
          aria-label={heading ?? 'Search'}
          className="border-line not-first:mt-1.5 not-first:border-t not-first:pt-1.5"
        >
          {heading && (
            <p role="presentation" className="eyebrow px-3 py-1.5">
              {heading}
            </p>
          )}
          {options.map((option) => {
            const at = count++
            return (
              <Entry
                key={option.key}
                id={`${id}-${at}`}
                option={option}
                typed={typed}
                isActive={at === active}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

type EntryProps = { id: string; option: SuggestionOption; typed: string; isActive: boolean }

/** A suggestion is a link, so that it can be opened in another tab. The text field handles the keyboard. */
function Entry({ id, option, typed, isActive }: EntryProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <a
      ref={link}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={option.href}
      className="flex min-h-11 items-center gap-3 rounded-md px-3 py-1.5 leading-snug hover:bg-sunken aria-selected:bg-act-ground aria-selected:outline-1 aria-selected:outline-act"
    >
      <What option={option} typed={typed} />
    </a>
  )
}

function What({
  option: { text, person, color, isSearch },
  typed,
}: {
  option: SuggestionOption
  typed: string
}) {
  if (color)
    return (
      <span dir="auto" className="badge" style={badgeTint(color)}>
        <HighlightedText text={text} />
      </span>
    )
  if (!person)
    return (
      <>
        {isSearch && <Icon icon="icon-search" className="flex-none text-faint" />}
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          <HighlightedText text={text} />
        </span>
      </>
    )
  const { username, full_name, avatar_url } = person
  return (
    <>
      <Avatar name={displayName(person)} seed={username} src={avatar_url} size="sm" />
      <span dir="auto" className="min-w-0 truncate">
        <HighlightedText text={text} />
      </span>
      {full_name && (
        <span dir="auto" className="truncate text-sm text-muted">
          @<HighlightedText text={highlightMatch(username, typed)} />
        </span>
      )}
    </>
  )
}
