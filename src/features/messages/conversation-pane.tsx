import { type RefObject, useState } from 'react'
import type { Viewer } from '../../api/core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { ConversationList } from './conversation-list.tsx'
import { FormerList } from './former-list.tsx'
import { PeopleSearch } from './people-search.tsx'

interface Props {
  viewer: Viewer
  /** The username of the thread that is open. */
  selected: string | undefined
  /** The conversation with somebody who has left that is open. */
  former: string | undefined
  /** On a phone there is room for one: a thread stands before it. */
  isBehind: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

/** Who one talks with, and the search for somebody new. */
export function ConversationPane({ viewer, selected, former, isBehind, heading }: Props) {
  const [isSearching, setSearching] = useState(false)
  const close = () => {
    setSearching(false)
    document.getElementById(TOGGLE)?.focus()
  }
  return (
    <section
      aria-label="Conversations"
      className={`flex min-h-0 flex-col md:border-r md:border-line ${isBehind ? 'max-md:sr-only' : ''}`}
    >
      <div className="flex min-h-11 items-center justify-between gap-2 md:min-h-16 md:px-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl md:text-xl">
          Messages
        </h1>
        <Button
          id={TOGGLE}
          kind="link"
          icon={isSearching ? 'icon-x' : 'icon-square-pen'}
          onClick={() => setSearching(!isSearching)}
          className={`whitespace-nowrap ${isBehind ? 'max-md:hidden' : ''}`}
        >
          {isSearching ? 'Cancel' : 'New message'}
        </Button>
      </div>
      <div className={`min-h-0 flex-1 md:overflow-y-auto ${isBehind ? 'max-md:hidden' : ''}`}>
        {isSearching ? (
          <PeopleSearch viewer={viewer} onClose={close} onChosen={() => setSearching(false)} />
        ) : (
          <>
            <ConversationList viewer={viewer} selected={selected} onSearch={() => setSearching(true)} />
            <FormerList selected={former} />
          </>
        )}
      </div>
    </section>
  )
}

const TOGGLE = 'search-people'
