// Vitest's setupFiles: a test in which the console hears of an error fails, as a journey does. One that expects it takes
// it: vi.spyOn(console, 'error').mockImplementation(…). Each test begins with the console watched.
import { format } from 'node:util'
import { afterAll, afterEach, beforeEach } from 'vitest'

let errors: string[] = []

watch()
beforeEach(watch)
afterEach(failForErrors)
// What came in between, or from a hook.
afterAll(failForErrors)

function watch(): void {
  console.error = (...words: unknown[]) => {
    errors.push(format(...words))
  }
}

function failForErrors(): void {
  const heard = errors
  errors = []
  if (heard.length > 0) throw new Error(`console.error was called:\n${heard.join('\n')}`)
}
