import { proofPrompt } from '../../api/core/client.ts'

/**
 * Saves the file of an export. A first request lets the page show a refusal or ask for the password; then the browser
 * downloads the file. Throws an Error with a message to show.
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
  // The response has the file name.
  link.download = ''
  link.click()
}
