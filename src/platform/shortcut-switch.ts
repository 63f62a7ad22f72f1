import { deviceStorage } from './storage.ts'

/** Who speaks to the computer, or hits keys by mistake, can do without them (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return deviceStorage.get(STORED) !== 'off'
}

export function turnShortcuts(isOn: boolean): void {
  deviceStorage.set(STORED, isOn ? 'on' : 'off')
}

const STORED = 'shortcuts'
