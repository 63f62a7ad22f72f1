// Vitest's setupFiles: console.error fails a test, as in journeys. A test that expects an error catches it:
// vi.spyOn(console, 'error').mockImplementation(…). Each test starts with a watched console.
import { format } from 'node:util'
import { afterAll, afterEach, beforeEach } from 'vitest'

let errors: string[] = []

watch()
beforeEach(watch)
afterEach(failForErrors)
// Errors between tests, or from hooks.
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
