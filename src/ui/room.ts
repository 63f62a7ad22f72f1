import { grouped } from './numbers.ts'

/**
 * What is said of the room that is left in a text field: nothing until a tenth of it is left, then at a fiftieth and
 * at the end, and not at each key.
 */
export function wordsOfRoom(used: number, limit: number): string {
  const left = limit - used
  if (left < 0) return `Too long: the limit is ${grouped(limit)} characters`
  if (left === 0) return `The limit of ${grouped(limit)} characters is reached`
  const step = [limit / 50, limit / 10].find((room) => left <= room)
  return step === undefined ? '' : `No more than ${grouped(Math.floor(step))} characters left`
}
