import { deviceStorage } from '../../platform/storage.ts'

const NAME = 'first-steps-over'

/** Whether this device has seen that a member has no first steps before them any more: it does not ask again. */
export function areFirstStepsOver(memberId: string): boolean {
  return deviceStorage.get(NAME) === memberId
}

export function noteFirstStepsOver(memberId: string): void {
  deviceStorage.set(NAME, memberId)
}
