// Vitest's setupFiles: a test fails if anything calls console.error. A test that expects an error mocks the
// function: vi.spyOn(console, 'error').mockImplementation(…). The mock ends with the test.
import { format } from 'node:util'
import { afterAll, afterEach, beforeEach } from 'vitest'

let errors: string[] = []

watch()
beforeEach(watch)
afterEach(failForErrors)
// Also fails for errors that were logged between tests or by hooks.
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
