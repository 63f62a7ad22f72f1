import { deviceStorage } from './storage.ts'

/** Returns whether keyboard shortcuts are on. WCAG 2.1.4 requires that they can be turned off. */
export function areShortcutsOn(): boolean {
  return deviceStorage.get(STORED) !== 'off'
}

export function setShortcuts(isOn: boolean): void {
  deviceStorage.set(STORED, isOn ? 'on' : 'off')
}

const STORED = 'shortcuts'
