import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../../core/client.ts'
import { badgeTint } from '../../../ui/badge.tsx'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { Icon } from '../../../ui/icon.tsx'
import { POST_CONCEPTS_MAX } from '../policy.ts'

interface Props {
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** On phones, the concepts are one row that scrolls sideways, until "More" shows all of them. */
export function ConceptPicker({ chosen, onChange }: Props) {
  const { data, isError } = useQuery(api.concepts.list.queryOptions())
  useFailureToast(isError, 'Failed to load categories')
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  const isFull = chosen.length >= POST_CONCEPTS_MAX
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">
        Concepts <span className="font-normal text-faint">(up to {POST_CONCEPTS_MAX})</span>
      </legend>
      <div className="flex items-start gap-2">
        <div
          id={id}
          className={`flex min-h-11 min-w-0 items-center gap-2 md:flex-wrap ${isWhole ? 'flex-wrap' : 'max-md:-m-1 max-md:overflow-x-auto max-md:p-1'}`}
        >
          {data?.items.map(({ id, name, color }) => {
            const isChosen = chosen.includes(id)
            return (
              <label key={id} style={badgeTint(color)} className={`${CHIP} ${isChosen ? CHOSEN : FREE}`}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() =>
                    onChange(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id])
                  }
                  className="sr-only"
                />
                <Icon icon={isChosen ? 'icon-check' : 'icon-plus'} className="size-3.5" />
                <bdi>{name}</bdi>
              </label>
            )
          })}
          {isError && (
            <p className="text-sm text-muted">Concepts could not be loaded. You can publish without them.</p>
          )}
        </div>
        {data && (
          <button
            type="button"
            aria-expanded={isWhole}
            aria-controls={id}
            onClick={() => setWhole(!isWhole)}
            className="min-h-11 flex-none px-2 text-sm font-medium text-act underline-offset-4 hover:underline md:hidden"
          >
            {isWhole ? 'Less' : 'More'}
          </button>
        )}
      </div>
    </fieldset>
  )
}

const CHIP =
  'relative inline-flex flex-none min-h-9 max-md:min-h-11 items-center gap-1.5 rounded-md border px-3 text-sm font-medium transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-act has-disabled:opacity-45'
const FREE = 'border-line-strong text-muted hover:border-faint hover:text-text'
const CHOSEN = 'badge border-current/35'
