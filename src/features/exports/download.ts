import { proofPrompt } from '../../api/core/client.ts'

/**
 * Saves the file of an export. The browser asks for its beginning first, so that a refusal can be said on the page and the password
 * asked for in place; then it fetches the file by itself. Throws what to say.
 */
export async function download(id: string): Promise<void> {
  const path = `/api/me/exports/${id}`
  const asking = new AbortController()
  const response = await fetch(path, { signal: asking.signal }).catch(() => {
    throw new Error('Check your connection and try again.')
  })
  if (response.status === 403 && (await proofPrompt.ask?.(response))) return download(id)
  if (!response.ok)
    throw new Error((await response.json().catch(() => ({}))).message ?? 'Please try again later.')
  asking.abort()
  const link = document.createElement('a')
  link.href = path
  // The answer says how it is called.
  link.download = ''
  link.click()
}
