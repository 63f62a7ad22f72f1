import { deviceStorage } from './storage.ts'

/** Shortcuts can be turned off, as WCAG 2.1.4 requires. */
export function areShortcutsOn(): boolean {
  return deviceStorage.get(STORED) !== 'off'
}

export function setShortcuts(isOn: boolean): void {
  deviceStorage.set(STORED, isOn ? 'on' : 'off')
}

const STORED = 'shortcuts'
