import { useSyncExternalStore } from 'react'
import { onPageEvent } from '../../../platform/page-protocol.ts'
import { Icon } from '../../../ui/icon.tsx'
import { hasTitlesOnly } from './density.ts'

/** Lists of titles alone, for those who know what they look for. The starter does it; here is what is said of it. */
export function DensityChoice() {
  const isOn = useSyncExternalStore(onChange, hasTitlesOnly, () => false)
  return (
    <button type="button" data-density-choice aria-pressed={isOn} className="chip">
      <Icon icon="icon-list" className="size-4" />
      Titles only
    </button>
  )
}

function onChange(listener: () => void) {
  return onPageEvent('density-changed', listener)
}
